import { parseArgs } from "node:util";
import { type Command, UsageError } from "./commands/index.ts";
import { ConfigError, readConfig } from "./config/index.ts";
import { FatalError, LecternError } from "./platform/index.ts";

const optionNames = ["email", "name", "expires", "password", "space", "source"] as const;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => ({
    usage: "serve",
    about: "Start the server (what npm start does)",
    // It needs everything: whoever asks what there is does not wait for that.
    run: async (config) => (await import("./commands/serve.ts")).serve(config),
  }),
  "token create": async () => (await import("./commands/token.ts")).createToken,
  "token list": async () => (await import("./commands/token.ts")).listTokens,
  "token revoke": async () => (await import("./commands/token.ts")).revokeToken,
  "user create": async () => (await import("./commands/user.ts")).createUser,
  "integration verify": async () => (await import("./commands/integration.ts")).verifyIntegration,
  "integration unverify": async () => (await import("./commands/integration.ts")).unverifyIntegration,
  "organization trust": async () => (await import("./commands/organization.ts")).trustOrganization,
  "organization distrust": async () => (await import("./commands/organization.ts")).distrustOrganization,
  "user password-link": async () => (await import("./commands/user.ts")).makePasswordLink,
  import: async () => (await import("./commands/import.ts")).importIntoSpace,
  export: async () => (await import("./commands/export.ts")).exportFolder,
  reindex: async () => (await import("./commands/reindex.ts")).reindex,
  backup: async () => (await import("./commands/backup.ts")).backup,
  restore: async () => (await import("./commands/restore.ts")).restore,
};

/** Runs the command that these words name; what goes wrong ends in one clear line and exit code 1. */
export async function run(argv: readonly string[]): Promise<void> {
  // What is written here holds keys and what people wrote: it is nobody else's to read.
  process.umask(0o077);
  try {
    const { values: options, positionals } = parseArgs({
      args: argv.map((word) => (["--help", "-h"].includes(word) ? "help" : word)),
      allowPositionals: true,
      options: Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }])),
    });
    const name = Object.keys(commands).find((candidate) =>
      `${positionals.join(" ")} `.startsWith(`${candidate} `),
    );
    const load = commands[name ?? ""];
    if (name === undefined || load === undefined) return await printHelp(positionals);
    const command = await load();
    const words = positionals.slice(name.split(" ").length);
    await command.run(readConfig(process.env), { words, options });
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

async function printHelp(words: readonly string[]): Promise<void> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...all.map(({ usage }) => usage.length));
  const lines = all.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`);
  const help = `Usage: npm run --silent lectern -- COMMAND\n\n${lines.join("\n")}\n`;
  if (words.length === 0 || words[0] === "help") {
    process.stdout.write(help);
    return;
  }
  process.stderr.write(`There is no command "${words.join(" ")}".\n\n${help}`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.mistakes.join("\n");
  if (error instanceof FatalError || error instanceof UsageError || error instanceof LecternError)
    return error.message;
  if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { parseArgs } from "node:util";
import { commands, UsageError } from "./commands/index.ts";
import { ConfigError, readConfig, readSettings } from "./config/index.ts";
import { commandLine, FatalError, LecternError } from "./platform/index.ts";

const optionNames = [
  ...["email", "name", "expires", "password", "space", "source", "organization", "site", "origin", "origins"],
  ...["url", "state", "search", "to"],
];
/** Options without a value. */
const flagNames = ["replace", "json", "force", "without-files", "dry-run", "organizations", "spaces"];

/**
 * Runs a command, and calls `onLoaded` before, when its modules are loaded. Errors are printed without a stack where possible, and end
 * the process with exit code 1.
 */
export async function run(argv: readonly string[], onLoaded: () => void): Promise<void> {
  // Files hold keys and private content, so only this user may read them.
  process.umask(0o077);
  try {
    const { values, positionals } = parseArgs({
      args: argv.map((argument) => (["--help", "-h"].includes(argument) ? "help" : argument)),
      allowPositionals: true,
      options: {
        ...Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }])),
        ...Object.fromEntries(flagNames.map((name) => [name, { type: "boolean" as const }])),
      },
    });
    const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const line = `${positionals.join(" ")} `;
    const command = commands.find(({ name }) => line.startsWith(`${name} `));
    if (command === undefined) return printHelp(positionals);
    const parameters = positionals.slice(command.name.split(" ").length);
    const runCommand = await command.load();
    onLoaded();
    const { config } = command.acceptsInvalidSettings
      ? readSettings(process.env)
      : { config: readConfig(process.env) };
    await runCommand(config, { positionals: parameters, options });
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  }
}

function printHelp(positionals: readonly string[]): void {
  const usages = commands.map(({ name, parameters = "" }) => `${name} ${parameters}`.trim());
  const width = Math.max(...usages.map((usage) => usage.length));
  const lines = commands.map(({ description }, i) => `  ${usages[i]?.padEnd(width)}  ${description}`);
  const help = `Usage: ${commandLine} COMMAND\n\n${lines.join("\n")}\n`;
  if (positionals.length === 0 || positionals[0] === "help") {
    process.stdout.write(help);
    return;
  }
  process.stderr.write(`Unknown command "${positionals.join(" ")}".\n\n${help}`);
  process.exit(1);
}

const expectedErrors = [ConfigError, FatalError, LecternError, UsageError];

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isParseError = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (isParseError || expectedErrors.some((type) => error instanceof type)) return error.message;
  return error.stack ?? error.message;
}

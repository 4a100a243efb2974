import type { Config } from "../config/index.ts";
import type { FirstRun } from "../server/index.ts";

/** Says where the server is and what to do next. */
export function printWelcome(config: Config, firstRun: FirstRun | undefined): void {
  const database = config.databaseUrl === undefined ? `SQLite in ${config.dataDir}` : "PostgreSQL";
  const token = firstRun?.generatedToken;
  const lines = [
    "",
    "Lectern is running.",
    "",
    `  Address        ${config.baseUrl}`,
    `  API reference  ${config.baseUrl}/reference`,
    `  Data           ${database}`,
    ...(token === undefined
      ? []
      : [
          `  Admin          ${config.adminEmail}`,
          `  Token          ${token}   (shown only this once: keep it)`,
        ]),
    "",
    "Try it:",
    "",
    `  curl -H "Authorization: Bearer ${tokenForCurl(firstRun)}" ${config.baseUrl}/v1/orgs`,
    "",
    ...(firstRun === undefined
      ? [`Tokens are made with: npm run --silent lectern -- token create --email ${config.adminEmail}`, ""]
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function tokenForCurl(firstRun: FirstRun | undefined): string {
  if (firstRun === undefined) return "$LECTERN_TOKEN";
  return firstRun.generatedToken ?? "$LECTERN_ADMIN_TOKEN";
}

import type { Config } from "../config/index.ts";
import type { FirstRun } from "../server/index.ts";

/** Says where the server is and what to do next. */
export function printWelcome(config: Config, firstStart: FirstRun | undefined): void {
  const database = config.databaseUrl === undefined ? `SQLite in ${config.dataDir}` : "PostgreSQL";
  const token = firstStart?.generatedToken;
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
    `  curl -H "Authorization: Bearer ${tokenForCurl(firstStart)}" ${config.baseUrl}/v1/orgs`,
    "",
    ...(firstStart === undefined
      ? [`Tokens are made with: npm run --silent lectern -- token create --email ${config.adminEmail}`, ""]
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function tokenForCurl(firstStart: FirstRun | undefined): string {
  if (firstStart === undefined) return "$LECTERN_TOKEN";
  return firstStart.generatedToken ?? "$LECTERN_ADMIN_TOKEN";
}

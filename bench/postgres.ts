import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { splitUrl } from "../src/storage/database/dialects/index.ts";
import type { BenchPostgres } from "./databases.ts";

/** A statement and its parameters, as the server sent it. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
}

/** Opens postgres.js without Lectern, on the same Unix socket and by default with as many connections as a server reads with. */
export function openBarePostgres(url: string, connections = 4): postgres.Sql {
  const { address, host } = splitUrl(url);
  return postgres(address, { ...host, max: connections, onnotice: () => {} });
}

/**
 * Records the statements that a server sends for each of some requests, which are sent one after the other. Statements of background
 * jobs are left out: only what at least half of the requests sent is recorded.
 */
export async function recordStatements(
  { url, log }: BenchPostgres,
  paths: readonly string[],
  send: (path: string) => Promise<unknown>,
): Promise<Record<string, Statement[]>> {
  const sql = openBarePostgres(url, 1);
  const setLogging = async (value: string) => {
    await sql.unsafe(`alter system set log_statement = '${value}'`);
    await sql`select pg_reload_conf()`;
    // The other connections read their settings again before their next statement.
    await sleep(500);
  };
  await setLogging("all");
  const start = log().length;
  for (const path of paths) {
    await send(path);
    await sql.unsafe(marker);
  }
  await setLogging("none");
  await sql.end();
  const groups = parseLog(log().slice(start));
  const counts = new Map<string, number>();
  for (const group of groups)
    for (const text of new Set(group.map(({ text }) => text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isOfRequest = ({ text }: Statement) => (counts.get(text) ?? 0) * 2 >= paths.length;
  return Object.fromEntries(paths.map((path, i) => [path, (groups[i] ?? []).filter(isOfRequest)]));
}

/** Ends the statements of a request in the log. */
const marker = "select 'a request has ended'";

/** Parses `… LOG:  execute name: text`, which is followed by `… DETAIL:  Parameters: …` if there are any. */
function parseLog(log: string): Statement[][] {
  const groups: Statement[][] = [[]];
  // An entry begins with a time. Further lines of a text are indented.
  const entries = log
    .split(/\n(?=\d{4}-\d\d-\d\d )/)
    .map((entry) => entry.replaceAll("\n\t", "\n").trimEnd());
  for (const [i, entry] of entries.entries()) {
    const [, text] = / LOG: {2}(?:execute [^:]+|statement): (.*)$/s.exec(entry) ?? [];
    if (text === marker) groups.push([]);
    else if (text !== undefined)
      groups.at(-1)?.push({ text, parameters: parseParameters(entries[i + 1] ?? "") });
  }
  return groups;
}

/** Parses `Parameters: $1 = 'text', $2 = NULL`. */
function parseParameters(entry: string): (string | null)[] {
  const [, detail = ""] = / DETAIL: {2}Parameters: (.*)$/s.exec(entry) ?? [];
  return Array.from(detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g), ([, value]) =>
    value === undefined ? null : value.replaceAll("''", "'"),
  );
}

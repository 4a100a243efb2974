import type { InspectedDatabase } from "./inspected-database.ts";

/** What a database says of itself. Reading it costs the same for any size. */
interface DatabaseFacts {
  readonly version: string;
  /** The size of all of its data. */
  readonly bytes: number;
  /** The time of its clock, in milliseconds. SQLite has the clock of this machine. */
  readonly time: number | undefined;
}

const queries = {
  sqlite:
    "select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count, pragma_page_size",
  postgres: `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as time`,
};

export async function readDatabaseFacts({ kind, query }: InspectedDatabase): Promise<DatabaseFacts> {
  const [row] = await query(queries[kind]);
  return {
    version: String(row?.version),
    bytes: Number(row?.bytes),
    time: row?.time === undefined ? undefined : Number(row.time),
  };
}

import type { InspectedDatabase } from "./inspected-database.ts";

/**
 * What is damaged in a database, as it reports it. SQLite reads the whole file, except that indexes are not compared with their tables.
 * PostgreSQL reports indexes that were not built completely, and pages whose checksum was wrong when they were read.
 */
export async function findDamage({ kind, query }: InspectedDatabase): Promise<string[]> {
  if (kind === "sqlite") {
    const rows = await query("pragma quick_check(5)");
    return rows.flatMap((row) => Object.values(row).map(String)).filter((text) => text !== "ok");
  }
  const indexes = await query(
    "select indexrelid::regclass::text as name from pg_index where not indisvalid limit 5",
  );
  const [pages] = await query(
    "select checksum_failures as failures from pg_stat_database where datname = current_database()",
  );
  const failures = Number(pages?.failures ?? 0);
  return [
    ...indexes.map(({ name }) => `index ${name} is not valid`),
    ...(failures > 0 ? [`${failures} pages had a wrong checksum`] : []),
  ];
}

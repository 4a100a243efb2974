import type { Reader, Writer } from "./dialects/index.ts";

/** Reads a value that all processes of the server share. */
export async function readServerValue(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("server_settings")
    .where("name", "=", name)
    .select("value")
    .executeTakeFirst();
  return row?.value;
}

/** Changes a value that all processes of the server share, or removes it. */
export async function writeServerValue(
  trx: Writer,
  name: string,
  value: string | undefined,
  now: string,
): Promise<void> {
  if (value === undefined) {
    await trx.deleteFrom("server_settings").where("name", "=", name).execute();
    return;
  }
  await trx
    .insertInto("server_settings")
    .values({ name, value, changed_at: now })
    .onConflict((existing) => existing.column("name").doUpdateSet({ value, changed_at: now }))
    .execute();
}

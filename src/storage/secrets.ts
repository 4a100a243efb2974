import { randomBytes } from "node:crypto";
import type { Reader, Writer } from "./database/index.ts";

const names = ["cursors", "claims", "documents", "files", "integrations", "tickets", "visitors"] as const;

/** The signing keys of the server, shared by all its processes through the database. */
export type Secrets = Readonly<Record<(typeof names)[number], string>>;

export async function createSecrets(trx: Writer): Promise<void> {
  await trx
    .insertInto("secrets")
    .values(names.map((name) => ({ name, value: randomBytes(32).toString("base64url") })))
    .onConflict((existing) => existing.column("name").doNothing())
    .execute();
}

export async function readSecrets(db: Reader): Promise<Secrets> {
  const rows = await db.selectFrom("secrets").selectAll().execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Secrets;
}

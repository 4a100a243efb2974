import { insertToken, type NewToken, newToken } from "../../src/identity/tokens/tokens.ts";
import { addMilliseconds } from "../../src/platform/clock.ts";
import type { Person, TestApp } from "./app.ts";

/** Creates a session in the database and returns its id. */
export async function openSession(
  { context }: TestApp,
  { id }: Pick<Person, "id">,
  fields: Partial<NewToken> = {},
): Promise<string> {
  const { database, clock } = context;
  const expiresAt = addMilliseconds(clock.now(), 86_400_000);
  const base = { token: newToken(), userId: id, name: "Session", kind: "session", expiresAt } as const;
  return database.write((trx) => insertToken(trx, { ...base, ...fields }, clock.now()));
}

import { randomBytes } from "node:crypto";
import { later } from "../../platform/index.ts";
import type { UserTable, Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { hashToken, insertToken } from "../tokens/index.ts";
import { sessionLength } from "./session-cookie.ts";

export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

interface Opening {
  readonly userId: string;
  /** The organization's provider that vouched for the user. */
  readonly providerId?: string;
  /** Whether it is good for the organization of that provider alone. */
  readonly isBounded?: boolean;
  /** When it ends, if that is sooner than usual. */
  readonly until?: string;
}

/** Whoever has the secret is signed in as this user. */
export async function openSession(trx: Writer, { until, ...opening }: Opening, now: string): Promise<string> {
  const token = newSecret("lcs");
  const longest = later(now, sessionLength);
  const expiresAt = until !== undefined && Date.parse(until) < Date.parse(longest) ? until : longest;
  await insertToken(trx, { token, name: "Session", kind: "session", expiresAt, ...opening }, now);
  return token;
}

export async function endSession(trx: Writer, secret: string): Promise<void> {
  await trx
    .deleteFrom("tokens")
    .where("hash", "=", hashToken(secret))
    .where("kind", "=", "session")
    .execute();
}

/** Who is signed in by a session. */
export async function findSignedIn(
  { database, clock }: StorageContext,
  secret: string,
): Promise<Pick<UserTable, "email" | "display_name"> | undefined> {
  return database.read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .where("tokens.hash", "=", hashToken(secret))
    .where("tokens.kind", "=", "session")
    .where("tokens.expires_at", ">", clock.now())
    .select(["users.email", "users.display_name"])
    .executeTakeFirst();
}

import { randomBytes } from "node:crypto";
import { addMilliseconds } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";
import { hashToken, insertToken, type NewToken } from "../tokens/index.ts";
import { sessionLifetime } from "./cookies.ts";

/** A user whom an identity provider has authenticated. */
export interface VerifiedIdentity {
  readonly email: string;
  /** Empty if the provider does not send it. */
  readonly displayName: string;
}

export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

type NewSession = Pick<NewToken, "userId" | "providerId" | "scopedToOrganization" | "expiresAt">;

/** Creates a session and returns its secret. It ends at `expiresAt` if that is sooner than usual. */
export async function createSession(trx: Writer, session: NewSession, now: string): Promise<string> {
  const token = newSecret("lcs");
  const latest = addMilliseconds(now, sessionLifetime);
  const { expiresAt = latest } = session;
  const end = Date.parse(expiresAt) < Date.parse(latest) ? expiresAt : latest;
  await insertToken(trx, { ...session, token, name: "Session", kind: "session", expiresAt: end }, now);
  return token;
}

export async function deleteSession(trx: Writer, secret: string): Promise<void> {
  await trx
    .deleteFrom("tokens")
    .where("hash", "=", hashToken(secret))
    .where("kind", "=", "session")
    .execute();
}

export function findSessionUser({ database, clock }: StorageContext, secret: string) {
  return database.read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .where("tokens.hash", "=", hashToken(secret))
    .where("tokens.kind", "=", "session")
    .where("tokens.expires_at", ">", clock.now())
    .select(["users.email", "users.display_name"])
    .executeTakeFirst();
}

import { hash, randomBytes } from "node:crypto";
import { addMilliseconds, newId } from "../../platform/index.ts";
import {
  type Database,
  inBatches,
  type LoginMethod,
  type Reader,
  type TokenKind,
  toFlag,
  type Writer,
} from "../../storage/database/index.ts";

/** A new API token. It is shown once; only its hash is stored. */
export function newToken(): string {
  return `lct_${randomBytes(32).toString("base64url")}`;
}

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly name: string;
  readonly kind?: TokenKind;
  readonly expiresAt?: string | undefined;
  readonly providerId?: string;
  /** Whether the session is valid for one organization only: that of the provider or of the password. */
  readonly scopedToOrganization?: boolean;
  /** For an API token: the only organization that it is valid for. For a session: the organization of the password. */
  readonly organizationId?: string | undefined;
  /** For an API token: the id of the token that creates it. */
  readonly createdBy?: string | undefined;
  /** For a session. */
  readonly loginMethod?: LoginMethod;
  readonly userAgent?: string | undefined;
}

/** Enough to recognize a token in a list. An operator may have chosen a short token: of that, nothing is kept. */
const prefixOf = (token: string) => (token.length < 40 ? null : token.slice(0, 10));
const maxUserAgentLength = 256;

/** Stores a token and returns its id. */
export async function insertToken(trx: Writer, created: NewToken, now: string): Promise<string> {
  const {
    token,
    kind = "api",
    organizationId,
    scopedToOrganization = organizationId !== undefined,
  } = created;
  const id = newId();
  await trx
    .insertInto("tokens")
    .values({
      id,
      kind,
      user_id: created.userId,
      hash: hashToken(token),
      name: created.name,
      created_at: now,
      last_used_at: null,
      expires_at: created.expiresAt ?? null,
      saml_provider_id: created.providerId ?? null,
      bounded: toFlag(scopedToOrganization),
      organization_id: organizationId ?? null,
      prefix: kind === "api" ? prefixOf(token) : null,
      login_method: created.loginMethod ?? null,
      user_agent: created.userAgent?.slice(0, maxUserAgentLength).toWellFormed() ?? null,
      created_by: created.createdBy ?? null,
    })
    .execute();
  return id;
}

export function listTokens(db: Reader, email: string | undefined) {
  let query = db
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select(["tokens.id", "users.email", "tokens.name"])
    .select(["tokens.created_at", "tokens.last_used_at", "tokens.expires_at"])
    .orderBy("tokens.id");
  if (email !== undefined) query = query.where("users.email", "=", email);
  return query.execute();
}

/** Deletes a token, given its id or the token itself. Returns false if it does not exist. */
export async function revokeToken(trx: Writer, idOrToken: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("tokens")
    .where((eb) => eb.or([eb("id", "=", idOrToken), eb("hash", "=", hashToken(idOrToken))]))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many milliseconds expired API tokens stay listed, so that their owners can see why they stopped working. */
const retention = 30 * 86_400_000;

/** Deletes what has expired: tokens, sessions, links, tickets, rate limits with notes of their transactions, and counts of failed logins. */
export async function removeExpiredTokens(trx: Writer, now: string): Promise<void> {
  await trx.deleteFrom("tokens").where("expires_at", "<", addMilliseconds(now, -retention)).execute();
  await trx.deleteFrom("tokens").where("kind", "=", "session").where("expires_at", "<", now).execute();
  await trx.deleteFrom("password_links").where("expires_at", "<", now).execute();
  await trx.deleteFrom("sign_in_links").where("expires_at", "<", now).execute();
  await trx.deleteFrom("used_tickets").where("until", "<", now).execute();
  // Request budgets use the database's clock, which may differ from ours, so they are kept for another hour.
  const hourAgo = Date.parse(now) - 3_600_000;
  await trx.deleteFrom("request_budgets").where("until", "<", hourAgo).execute();
  await trx.deleteFrom("unversioned_transactions").execute();
  await trx.deleteFrom("sign_in_failures").where("until", "<", now).execute();
}

/** To what the recorded time is exact, in milliseconds. */
const lastUsedPrecision = 600_000;
/** How long a use waits for those of other tokens before it is written; longer if the token was used in the last hour. */
const [minDelay, maxDelay] = [1000, 60_000];
const hour = 3_600_000;

/**
 * Records when tokens were last used, to ten minutes and in batches: a read does not cost a write, and many users do not change the version
 * of the database all the time.
 */
export class TokenUse {
  readonly #database: Database;
  readonly #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #flushesAt = Number.POSITIVE_INFINITY;

  constructor(database: Database) {
    this.#database = database;
  }

  record(tokenId: string, lastUsed: number, now: number): void {
    if (now - lastUsed < lastUsedPrecision || this.#pending.has(tokenId)) return;
    this.#pending.set(tokenId, now);
    this.#flushWithin(now - lastUsed < hour ? maxDelay : minDelay);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flushesAt = Number.POSITIVE_INFINITY;
    const uses = [...this.#pending];
    this.#pending.clear();
    if (uses.length === 0) return;
    const bySecond = Map.groupBy(uses, ([, time]) => Math.floor(time / 1000) * 1000);
    await this.#database.write(async (trx) => {
      for (const [time, used] of bySecond) {
        const changes = { last_used_at: new Date(time).toISOString() };
        // Another process may have written it meanwhile.
        const earlier = new Date(time + 1000 - lastUsedPrecision).toISOString();
        await inBatches(
          used.map(([id]) => id),
          (ids) =>
            trx
              .updateTable("tokens")
              .set(changes)
              .where("id", "in", ids)
              .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", earlier)]))
              .execute(),
        );
      }
    });
  }

  #flushWithin(delay: number): void {
    const time = Date.now() + delay;
    if (this.#flushesAt <= time) return;
    clearTimeout(this.#timer);
    this.#flushesAt = time;
    this.#timer = setTimeout(() => void this.flush().catch(() => {}), delay).unref();
  }
}

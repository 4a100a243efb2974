import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { type LecternError, unauthenticated } from "../errors.ts";
import { hashToken } from "../tokens/token.ts";

/** Who is calling, and with which token. */
export interface Caller {
  readonly tokenId: string;
  readonly userId: string;
  readonly email: string;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

interface TokenRow extends Caller {
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

interface KnownToken {
  readonly caller: Caller;
  readonly expires: number;
  readonly lastUsed: number;
}

const findToken = prepared<{ hash: string }, TokenRow>((db, value) =>
  db
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .where("tokens.hash", "=", value("hash"))
    .select([
      "tokens.id as tokenId",
      "tokens.user_id as userId",
      "users.email",
      "tokens.expires_at as expiresAt",
      "tokens.last_used_at as lastUsedAt",
    ]),
);

/** Finds the caller by the token in the Authorization header, before anything else of the request is looked at. */
export function authenticator({ database, clock, tokenUse }: Context) {
  const tokens = new RecentTokens(database.read);
  const accept = (request: FastifyRequest, token: KnownToken | undefined): LecternError | undefined => {
    if (token === undefined) return unauthenticated("The API token is not known; it may have been revoked");
    const now = clock.time();
    if (token.expires <= now)
      return unauthenticated(`The API token expired at ${new Date(token.expires).toISOString()}`);
    tokenUse.record(token.caller.tokenId, token.lastUsed, now);
    request.caller = token.caller;
    return undefined;
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const token = readBearer(request.headers.authorization);
    const recent = typeof token === "string" ? tokens.recall(token) : undefined;
    if (typeof token !== "string") done(token);
    else if (recent !== undefined) done(accept(request, recent));
    else tokens.find(token).then((found) => done(accept(request, found)), done);
  };
}

function readBearer(header: string | undefined): string | LecternError {
  if (header === undefined) return unauthenticated("An API token is needed: Authorization: Bearer <token>");
  const [, token] = /^bearer +(\S+)$/i.exec(header) ?? [];
  return token ?? unauthenticated("The Authorization header must read: Bearer <token>");
}

/**
 * Remembers tokens for a tenth of a second, so that a busy client is looked up ten times a second and not at
 * every request. A revoked token is refused after that time at the latest, on every process.
 */
class RecentTokens {
  readonly #db: Reader;
  #found = new Map<string, KnownToken>();
  #forgetAt = 0;

  constructor(db: Reader) {
    this.#db = db;
  }

  recall(token: string): KnownToken | undefined {
    const now = performance.now();
    if (now >= this.#forgetAt) {
      this.#found = new Map();
      this.#forgetAt = now + 100;
    }
    return this.#found.get(token);
  }

  async find(token: string): Promise<KnownToken | undefined> {
    const into = this.#found;
    const [row] = await findToken(this.#db, { hash: hashToken(token) });
    if (row === undefined) return undefined;
    const { tokenId, userId, email, expiresAt, lastUsedAt } = row;
    const found = {
      caller: { tokenId, userId, email },
      expires: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      lastUsed: lastUsedAt === null ? 0 : Date.parse(lastUsedAt),
    };
    into.set(token, found);
    return found;
  }
}

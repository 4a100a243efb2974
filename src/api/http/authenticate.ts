import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/index.ts";
import { enforceSso, isCrossSiteRequest, readSessionToken } from "../../identity/sessions/index.ts";
import { hashToken, readVisitorToken, type Visitor } from "../../identity/tokens/index.ts";
import { forbidden, LecternError, unauthenticated } from "../../platform/index.ts";
import { type Flag, prepared, type TokenKind } from "../../storage/database/index.ts";
import type { Context } from "./context.ts";

/** By a provider of which organization a session was opened, if by one, and whether its word counts there only. */
export type SessionOrigin =
  | { readonly organizationId: string | null; readonly scopedToOrganization: false }
  | { readonly organizationId: string; readonly scopedToOrganization: true };

/** Who is calling, and with which token. */
export interface Caller {
  readonly tokenId: string;
  /** Of a visitor: empty, which is nobody's id. */
  readonly userId: string;
  readonly email: string;
  /** Of a session: how it was opened. */
  readonly session?: SessionOrigin;
  /** Of a token that was made for somebody who reads a site: they are no user, and only what is meant for them is open. */
  readonly visitor?: Visitor;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

interface TokenRow extends Omit<Caller, "visitor" | "session"> {
  /** Of the provider that opened the session. */
  readonly organizationId: string | null;
  readonly bounded: Flag;
  readonly kind: TokenKind;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

interface KnownToken {
  readonly caller: Caller;
  readonly kind: TokenKind;
  readonly expires: number;
  readonly lastUsed: number;
}

const findToken = prepared<{ hash: string }, TokenRow>((db, value) =>
  db
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .leftJoin("saml_providers", "saml_providers.id", "tokens.saml_provider_id")
    .where("tokens.hash", "=", value("hash"))
    .select([
      "tokens.id as tokenId",
      "tokens.kind",
      "tokens.user_id as userId",
      "users.email",
      "tokens.expires_at as expiresAt",
      "tokens.last_used_at as lastUsedAt",
      "tokens.bounded",
      "saml_providers.organization_id as organizationId",
    ]),
);

/** Finds the caller by the token in the Authorization header or by their session, before anything else of the request is looked at. */
export function authenticator(context: Context) {
  const { clock, tokenUse } = context;
  const tokens = new RecentTokens(context);
  const accept = (
    request: FastifyRequest,
    kind: TokenKind,
    token: KnownToken | undefined,
  ): LecternError | undefined => {
    const [thing, end] = kind === "api" ? ["API token", "revoked"] : ["session", "ended"];
    if (token?.kind !== kind) return unauthenticated(`The ${thing} is not known; it may have been ${end}`);
    const now = clock.time();
    if (token.expires <= now)
      return unauthenticated(`The ${thing} expired at ${new Date(token.expires).toISOString()}`);
    if (token.caller.visitor === undefined) tokenUse.record(token.caller.tokenId, token.lastUsed, now);
    request.caller = token.caller;
    return undefined;
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const given = readCredential(request, context.config);
    const recent = given instanceof LecternError ? undefined : tokens.recall(given.token);
    if (given instanceof LecternError) done(given);
    else if (recent !== undefined) done(accept(request, given.kind, recent));
    else tokens.find(given.token).then((found) => done(accept(request, given.kind, found)), done);
  };
}

/** A token that was sent, and how. A header counts more than a cookie, which browsers send by themselves. */
function readCredential(
  { headers, method }: FastifyRequest,
  config: Config,
): { kind: TokenKind; token: string } | LecternError {
  const session = headers.authorization === undefined ? readSessionToken(headers.cookie, config) : undefined;
  if (session !== undefined)
    return isCrossSiteRequest(method, headers, config.baseUrl)
      ? forbidden("A session is for requests from this server's own pages")
      : { kind: "session", token: session };
  const token = readBearer(headers.authorization);
  return typeof token === "string" ? { kind: "api", token } : token;
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
  readonly #context: Context;
  #found = new Map<string, KnownToken>();
  #forgetAt = 0;

  constructor(context: Context) {
    this.#context = context;
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
    const found = (isSigned(token) && (await this.#findVisitor(token))) || (await this.#findUser(token));
    if (found !== undefined) into.set(token, found);
    return found;
  }

  async #findUser(token: string): Promise<KnownToken | undefined> {
    const [row] = await findToken(this.#context.database.read, { hash: hashToken(token) });
    if (row === undefined) return undefined;
    const { tokenId, kind, userId, email, expiresAt, lastUsedAt, organizationId, bounded } = row;
    if (kind === "session" && organizationId === null) await this.#enforceSso(email);
    return {
      kind,
      caller: {
        tokenId,
        userId,
        email,
        ...(kind === "session" && { session: originOf(organizationId, bounded) }),
      },
      expires: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      lastUsed: lastUsedAt === null ? 0 : Date.parse(lastUsedAt),
    };
  }

  /** An organization may have begun to insist on its own provider after the session was opened. */
  async #enforceSso(email: string): Promise<void> {
    await enforceSso(this.#context.database.read, email, this.#context.config);
  }

  async #findVisitor(token: string): Promise<KnownToken | undefined> {
    const known = await readVisitorToken(this.#context.secrets, token);
    if (known === undefined) return undefined;
    const { tokenId, visitor, expires } = known;
    return { kind: "api", caller: { tokenId, userId: "", email: "", visitor }, expires, lastUsed: 0 };
  }
}

function originOf(organizationId: string | null, bounded: Flag): SessionOrigin {
  return organizationId === null || bounded === 0
    ? { organizationId, scopedToOrganization: false }
    : { organizationId, scopedToOrganization: true };
}

/** A visitor's token has three parts; a user's has no dots in it, unless an admin chose it so. */
function isSigned(token: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

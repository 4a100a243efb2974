import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Config } from "../../config/index.ts";
import { enforceSso, isCrossSiteRequest, readSessionToken } from "../../identity/sessions/index.ts";
import { hashToken, readVisitorToken, type Visitor } from "../../identity/tokens/index.ts";
import { forbidden, LecternError, unauthenticated } from "../../platform/index.ts";
import { type Flag, type LoginMethod, prepared, type TokenKind } from "../../storage/database/index.ts";
import type { Context } from "./context.ts";
import type { KeptReplies } from "./kept-replies.ts";

/**
 * The organization whose provider opened a session, whose admin has handed over the password, or to which a token is bound; and whether
 * they are limited to it.
 */
export type CredentialScope =
  | { readonly organizationId: string | null; readonly scopedToOrganization: false }
  | { readonly organizationId: string; readonly scopedToOrganization: true };

export interface Caller {
  readonly tokenId: string;
  readonly kind: TokenKind;
  /** Absent if the token never expires. */
  readonly expiresAt?: string;
  /** How the user of a session signed in. */
  readonly loginMethod?: LoginMethod;
  /** Empty for visitors. */
  readonly userId: string;
  readonly email: string;
  /** Set for sessions, and for tokens that are bound to an organization. */
  readonly scope?: CredentialScope;
  /** Set for the token of a site's visitor, who is not a user. */
  readonly visitor?: Visitor;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

interface TokenRow extends Pick<Caller, "tokenId" | "userId" | "email"> {
  /** The organization whose identity provider opened the session, or to which the token is bound. */
  readonly organizationId: string | null;
  readonly bounded: Flag;
  readonly kind: TokenKind;
  readonly loginMethod: LoginMethod | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface AuthenticatedToken {
  readonly caller: Caller;
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
      "tokens.login_method as loginMethod",
      "tokens.user_id as userId",
      "users.email",
      "tokens.expires_at as expiresAt",
      "tokens.last_used_at as lastUsedAt",
      "tokens.bounded",
      sql<string | null>`coalesce(tokens.organization_id, saml_providers.organization_id)`.as(
        "organizationId",
      ),
    ]),
);

/** An onRequest hook that finds the caller by the bearer token or the session cookie. */
export function authenticator(context: Context, replies: KeptReplies) {
  const { config, clock, tokenUse } = context;
  return async (request: FastifyRequest): Promise<void> => {
    const { kind, token } = readCredential(request, config);
    const tokenHash = hashToken(token);
    const mayBeVisitor = isVisitorToken(token);
    // What visitors read may be older than the version of the database.
    const repeated = mayBeVisitor ? undefined : await replies.find(request, tokenHash);
    const authenticated =
      repeated?.known?.authenticated ??
      ((mayBeVisitor && (await findVisitor(context, token))) || (await findUser(context, tokenHash)));
    const name = kind === "api" ? "API token" : "session";
    if (authenticated?.caller.kind !== kind)
      throw unauthenticated(`The ${name} is unknown or no longer valid`);
    const now = clock.time();
    if (authenticated.expires <= now)
      throw unauthenticated(`The ${name} expired at ${new Date(authenticated.expires).toISOString()}`);
    const { caller, lastUsed } = authenticated;
    if (caller.visitor === undefined) tokenUse.record(caller.tokenId, lastUsed, now);
    Object.assign(request, { caller, authenticated, repeated });
  };
}

/** The user whose session a request for a page has; undefined without a valid one. */
export async function findSessionCaller(
  context: Context,
  { headers }: FastifyRequest,
): Promise<Caller | undefined> {
  const token = readSessionToken(headers.cookie, context.config);
  try {
    const found = token === undefined ? undefined : await findUser(context, hashToken(token));
    return found?.caller.kind === "session" && found.expires > context.clock.time()
      ? found.caller
      : undefined;
  } catch (error) {
    // The organization requires another login method by now.
    if (error instanceof LecternError) return undefined;
    throw error;
  }
}

/** The Authorization header takes precedence over the cookie, which browsers send by themselves. */
function readCredential(
  { headers, method }: FastifyRequest,
  config: Config,
): { kind: TokenKind; token: string } {
  const { authorization, cookie } = headers;
  const session = authorization === undefined ? readSessionToken(cookie, config) : undefined;
  if (session !== undefined) {
    if (isCrossSiteRequest(method, headers, config.baseUrl))
      throw forbidden("A session cookie is accepted only from this server's own pages");
    return { kind: "session", token: session };
  }
  if (authorization === undefined)
    throw unauthenticated("An API token is required: Authorization: Bearer <token>");
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw unauthenticated("The Authorization header must be: Bearer <token>");
  return { kind: "api", token };
}

async function findUser(
  { database, config }: Context,
  tokenHash: string,
): Promise<AuthenticatedToken | undefined> {
  const [row] = await findToken(database.read, { hash: tokenHash });
  if (row === undefined) return undefined;
  const { tokenId, kind, userId, email, expiresAt, lastUsedAt, loginMethod, organizationId, bounded } = row;
  // An organization may have enforced SSO after the session was opened.
  if (kind === "session" && (organizationId === null || loginMethod === "password"))
    await enforceSso(database.read, email, config);
  const scope: CredentialScope =
    organizationId === null || bounded === 0
      ? { organizationId, scopedToOrganization: false }
      : { organizationId, scopedToOrganization: true };
  const caller: Caller = {
    tokenId,
    kind,
    userId,
    email,
    ...((kind === "session" || scope.scopedToOrganization) && { scope }),
    ...(expiresAt !== null && { expiresAt }),
    ...(loginMethod !== null && { loginMethod }),
  };
  return {
    caller,
    expires: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    lastUsed: lastUsedAt === null ? 0 : Date.parse(lastUsedAt),
  };
}

async function findVisitor({ secrets }: Context, token: string): Promise<AuthenticatedToken | undefined> {
  const verified = await readVisitorToken(secrets, token);
  if (verified === undefined) return undefined;
  const { tokenId, visitor, expires } = verified;
  return { caller: { tokenId, kind: "api", userId: "", email: "", visitor }, expires, lastUsed: 0 };
}

/** Visitor tokens are JWTs. A user's token has this form only if an admin set it explicitly. */
function isVisitorToken(token: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

import type { FastifyReply, FastifyRequest } from "fastify";
import { encodePath, type ResolvedUrl } from "../publishing/index.ts";
import { readCookies, type VisitorCookies, withClaimsInQuery, writeCookies } from "./visitor-cookies.ts";

export interface Credentials {
  /** Those of the URL take precedence over those in cookies. */
  readonly visitor: VisitorCookies;
  /** The tokens and the claims in the URL. */
  readonly received: VisitorCookies;
  /** Whether the token is from a cookie. */
  readonly hasKeptToken: boolean;
  /** Whether the page may depend on who the visitor is. */
  readonly isPersonal: boolean;
}

export const noCredentials: Credentials = {
  visitor: {},
  received: {},
  hasKeptToken: false,
  isPersonal: false,
};

/** Reads the credentials in cookies and in the URL, and in the header `Authorization` if it may have a visitor's JWT. */
export function readCredentials(request: FastifyRequest, url: URL, acceptsBearer = false): Credentials {
  const kept = readCookies(request);
  const [, bearer] =
    (acceptsBearer && /^bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? "")) || [];
  const jwtToken = url.searchParams.get("jwt_token") || bearer || undefined;
  const previewToken = url.searchParams.get("preview_token") || undefined;
  const unsignedClaims = withClaimsInQuery(kept.unsignedClaims, url.searchParams);
  const received: VisitorCookies = {
    ...(jwtToken !== undefined && { jwtToken }),
    ...(unsignedClaims && { unsignedClaims }),
    ...(previewToken !== undefined && { previewToken }),
  };
  return {
    visitor: { ...kept, ...received },
    received,
    hasKeptToken: kept.jwtToken !== undefined && jwtToken === undefined,
    isPersonal: Object.keys(kept).length > 0 || Object.keys(received).length > 0,
  };
}

/** Browsers drop longer cookies. */
const maxCookieLength = 3_800;

/**
 * Keeps the credentials of a URL in cookies. Returns the URL without them; undefined if there are none, or if they are
 * too long for a cookie. Tokens are kept only if their signature was verified.
 */
export function keepCredentials(
  reply: FastifyReply,
  url: URL,
  { visit }: ResolvedUrl,
  { received }: Credentials,
): string | undefined {
  const isVerified =
    visit.visitor.authKeyFingerprint !== undefined && /^[\w.-]+$/.test(received.jwtToken ?? "");
  const isKeyInUrl = visit.shareKey !== undefined && visit.base.at(-1) === visit.shareKey;
  const cookies: VisitorCookies = {
    ...(isVerified && received.jwtToken !== undefined && { jwtToken: received.jwtToken }),
    ...(isKeyInUrl && visit.shareKey !== undefined && { shareKey: visit.shareKey }),
    ...(received.unsignedClaims && { unsignedClaims: received.unsignedClaims }),
    // It was verified, or it would not be a preview; a session may have granted the access, but not to this text.
    ...(visit.previewer !== undefined &&
      /^[\w.-]+$/.test(received.previewToken ?? "") && { previewToken: received.previewToken }),
  };
  const base = isKeyInUrl ? visit.base.slice(0, -1) : visit.base;
  const headers = writeCookies(cookies, { path: encodePath(base), isSecure: url.protocol === "https:" });
  if (headers.length === 0 || headers.some(({ length }) => length > maxCookieLength)) return undefined;
  reply.header("set-cookie", headers);
  const query = new URLSearchParams(url.search);
  for (const name of [...query.keys()])
    if (["jwt_token", "preview_token"].includes(name) || name.startsWith("visitor.")) query.delete(name);
  return encodePath([...base, ...visit.rest]) + (query.size > 0 ? `?${query}` : "");
}

/** Deletes a kept token: at the first paths above the URL, since the path of its site is unknown. */
export function deleteToken(reply: FastifyReply, url: URL): void {
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const paths = segments.slice(0, 3).map((_, i) => `/${segments.slice(0, i + 1).join("/")}`);
  const isSecure = url.protocol === "https:";
  const headers = ["/", ...paths].flatMap((path) =>
    writeCookies({ jwtToken: "" }, { path, isSecure, maxAge: 0 }),
  );
  reply.header("set-cookie", headers);
}

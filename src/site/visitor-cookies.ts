import type { FastifyRequest } from "fastify";
import { type CookieOptions, readCookie, writeCookie } from "../platform/index.ts";

/** What a browser has kept of a visit: a visitor token, a share key, claims that are not signed, and the token of a preview. */
export interface VisitorCookies {
  readonly jwtToken?: string;
  readonly shareKey?: string;
  readonly unsignedClaims?: Readonly<Record<string, unknown>>;
  readonly previewToken?: string;
}

const names = {
  jwtToken: "lectern_visitor_token",
  shareKey: "lectern_share_key",
  unsignedClaims: "lectern_visitor_claims",
  previewToken: "lectern_preview",
} as const;

export function readCookies({ headers }: FastifyRequest): VisitorCookies {
  const read = (name: keyof typeof names) => readCookie(headers.cookie, names[name]);
  const [jwtToken, shareKey, previewToken] = [read("jwtToken"), read("shareKey"), read("previewToken")];
  const unsignedClaims = parseClaims(read("unsignedClaims"));
  return {
    ...(jwtToken && { jwtToken }),
    ...(shareKey && { shareKey }),
    ...(unsignedClaims && { unsignedClaims }),
    ...(previewToken && { previewToken }),
  };
}

function parseClaims(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(decodeURIComponent(text));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The kept claims with those in the query; undefined if the query has none. `visitor.beta=true` is `{ beta: true }`. Dots
 * separate the names of nested claims.
 */
export function withClaimsInQuery(
  kept: VisitorCookies["unsignedClaims"],
  query: URLSearchParams,
): Record<string, unknown> | undefined {
  const claims: Record<string, unknown> = { ...kept };
  let hasClaims = false;
  for (const [name, value] of query) {
    const [first, ...path] = name.split(".");
    if (first !== "visitor" || path.length === 0 || path.some((part) => part === "" || part === "__proto__"))
      continue;
    hasClaims = true;
    let target = claims;
    for (const part of path.slice(0, -1)) {
      const inner = Object.hasOwn(target, part) ? target[part] : undefined;
      const next: Record<string, unknown> = typeof inner === "object" && inner !== null ? { ...inner } : {};
      target[part] = next;
      target = next;
    }
    target[path.at(-1) ?? ""] = value === "true" ? true : value === "false" ? false : value;
  }
  return hasClaims ? claims : undefined;
}

/** The `Set-Cookie` headers that keep these values. Only the server reads them. */
export function writeCookies(cookies: VisitorCookies, options: CookieOptions): string[] {
  const { jwtToken, shareKey, unsignedClaims, previewToken } = cookies;
  const values = {
    jwtToken,
    shareKey,
    unsignedClaims: unsignedClaims && encodeURIComponent(JSON.stringify(unsignedClaims)),
    previewToken,
  };
  return Object.entries(names).flatMap(([key, name]) => {
    const value = values[key as keyof typeof names];
    return value === undefined ? [] : writeCookie(name, value, options);
  });
}

/**
 * The value of a cookie in a `Cookie` header; undefined if it is missing or empty. Browsers send the
 * cookie with the longest path first. It is used, since a site may be below another one.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const end = pair.indexOf("=");
    if (end >= 0 && pair.slice(0, end).trim() === name) {
      const value = pair.slice(end + 1).trim();
      if (value !== "") return value;
    }
  }
  return undefined;
}

export interface CookieOptions {
  readonly path: string;
  readonly isSecure: boolean;
  /** In seconds. Without it, the cookie ends with the session of the browser. */
  readonly maxAge?: number | undefined;
  readonly sameSite?: "Lax" | "None";
}

/** A `Set-Cookie` header for a value that only the server reads. */
export function writeCookie(
  name: string,
  value: string,
  { path, isSecure, maxAge, sameSite = "Lax" }: CookieOptions,
): string {
  const lifetime = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  const secure = isSecure ? "; Secure" : "";
  return `${name}=${value}; Path=${path}${lifetime}; HttpOnly; SameSite=${sameSite}${secure}`;
}

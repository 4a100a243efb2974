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

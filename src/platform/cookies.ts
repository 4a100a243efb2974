/**
 * The value of a cookie in a `Cookie` header; undefined if it is missing or empty. Of cookies with the same name, browsers send
 * that of the longest path first, which is the one meant: a site may be below another one.
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

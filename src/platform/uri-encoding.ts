/** What an encoded part of an address says; as it is, where it is encoded wrongly. */
export function safeDecodeUriComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path of names, to be put behind an address. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

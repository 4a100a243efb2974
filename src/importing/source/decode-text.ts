import { isUtf8 } from "node:buffer";

/** The text that bytes are: UTF-8, UTF-16 where it says so, else Latin-1; undefined for what is no text at all. */
export function decodeText(bytes: Buffer): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  // The decoder leaves the mark at the beginning out.
  return new TextDecoder(encoding).decode(bytes).replaceAll("\0", "\ufffd");
}

function encodingOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes.includes(0)) return undefined;
  return isUtf8(bytes) ? "utf-8" : "latin1";
}

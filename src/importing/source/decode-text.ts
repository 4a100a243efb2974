import { isUtf8 } from "node:buffer";

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Latin-1; undefined for binary data. */
export function decodeText(bytes: Buffer): string | undefined {
  const encoding = encodingOf(bytes);
  // The decoder removes the byte order mark.
  return encoding && new TextDecoder(encoding).decode(bytes).replaceAll("\0", "\ufffd");
}

function encodingOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes.includes(0)) return undefined;
  return isUtf8(bytes) ? "utf-8" : "latin1";
}

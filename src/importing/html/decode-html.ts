import { isUtf8 } from "node:buffer";

/** Decodes a page by its byte order mark, else by the charset of its Content-Type or its `<meta>`, else as UTF-8 or Windows-1252. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i;
  const [, label = isUtf8(bytes) ? "utf-8" : "windows-1252"] =
    declared.exec(contentType) ?? declared.exec(bytes.toString("latin1", 0, 2048)) ?? [];
  return decoderFor(encodingOf(bytes) ?? label).decode(bytes);
}

/** The encoding that a byte order mark stands for. */
export function encodingOf([first, second]: Buffer): string | undefined {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xef && second === 0xbb ? "utf-8" : undefined;
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

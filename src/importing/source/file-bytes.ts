import { isUtf8 } from "node:buffer";
import { open, rm } from "node:fs/promises";

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Latin-1; undefined for binary data. */
export function decodeText(bytes: Buffer): string | undefined {
  const bomEncoding = encodingOf(bytes);
  if (!bomEncoding?.startsWith("utf-16") && bytes.includes(0)) return undefined;
  const encoding = bomEncoding?.startsWith("utf-16") ? bomEncoding : isUtf8(bytes) ? "utf-8" : "latin1";
  // The decoder removes the byte order mark.
  return new TextDecoder(encoding).decode(bytes).replaceAll("\0", "\ufffd");
}

/** Decodes a page by its byte order mark, else by the charset of its Content-Type or its `<meta>`, else as UTF-8 or Windows-1252. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i;
  const [, label = isUtf8(bytes) ? "utf-8" : "windows-1252"] =
    declared.exec(contentType) ?? declared.exec(bytes.toString("latin1", 0, 2048)) ?? [];
  return decoderFor(encodingOf(bytes) ?? label).decode(bytes);
}

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

/** Writes chunks to a new file and returns its size. The file is removed if writing fails. */
export async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  await using file = await open(path, "wx");
  let size = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    return size;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

import { open } from "node:fs/promises";

const fallback = "application/octet-stream";

const byExtension: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  tif: "image/tiff",
  tiff: "image/tiff",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  zip: "application/zip",
  json: "application/json",
  csv: "text/csv",
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** How the bytes of an image begin, from a place on. */
const beginnings: readonly (readonly [contentType: string, at: number, beginning: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBP"],
  ["image/avif", 4, "ftypavif"],
  ["image/bmp", 0, "BM"],
  ["image/x-icon", 0, "\0\0\x01\0"],
  ["image/tiff", 0, "II*\0"],
  ["image/tiff", 0, "MM\0*"],
];

/** How many of its first bytes tell what an image is. */
const enough = 64;

/** What a file is by its name; of an image, its first bytes have the last word. */
export function contentTypeOf(name: string, beginning: Uint8Array): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const named = Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? fallback) : fallback;
  if (!named.startsWith("image/")) return named;
  const first = Buffer.from(beginning.subarray(0, enough)).toString("latin1");
  const found = beginnings.find(([, at, text]) => first.startsWith(text, at));
  if (found !== undefined) return found[0];
  // It is text, and begins with a tag after all that may stand before one.
  const isDrawing = named === "image/svg+xml" && /^(?:\xef\xbb\xbf)?\s*<[!?a-z]/i.test(first);
  return isDrawing ? named : fallback;
}

/** What a file on the disk is. */
export async function contentTypeOfFile(name: string, path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(enough), 0, enough, 0);
    return contentTypeOf(name, buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

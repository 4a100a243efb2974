import { open } from "node:fs/promises";

/** What files are by the ends of their names. */
const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bmp: "image/bmp",
  gif: "image/gif",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  tif: "image/tiff",
  tiff: "image/tiff",
  webp: "image/webp",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  wav: "audio/wav",
  m4a: "audio/mp4",
  mov: "video/quicktime",
  mp4: "video/mp4",
  webm: "video/webm",
  css: "text/css",
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  js: "text/javascript",
  markdown: "text/markdown",
  md: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gz: "application/gzip",
  pdf: "application/pdf",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};

/** How images begin, in Latin-1. */
const beginnings: Readonly<Record<string, RegExp>> = {
  "image/avif": /^.{4}ftyp.{0,60}avi[fs]/s,
  "image/bmp": /^BM/,
  "image/gif": /^GIF8[79]a/,
  "image/x-icon": /^\0\0.\0/s,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG\r\n.\n/s,
  "image/svg+xml": /^(?:\xef\xbb\xbf)?\s*<(?:svg[\s/>]|[?!][^\0]*<svg[\s/>])/i,
  "image/tiff": /^(?:II\*\0|MM\0\*)/,
  "image/webp": /^RIFF.{4}WEBP/s,
};

export const unknownType = "application/octet-stream";

/** How much of a file tells whether it is an image. */
export const headLength = 4096;

/** The type of a file by its name. What says it is an image and does not begin like one is anything. */
export function contentTypeOf(name: string, head: Buffer): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const type = Object.hasOwn(types, extension) ? (types[extension] ?? unknownType) : unknownType;
  return isBegunAs(type, head) ? type : unknownType;
}

/** Whether bytes may be the beginning of something of this type. */
export function isBegunAs(type: string, head: Buffer): boolean {
  const beginning = Object.hasOwn(beginnings, type) ? beginnings[type] : undefined;
  return beginning?.test(head.toString("latin1", 0, headLength)) ?? true;
}

/** The first bytes of a file on the disk. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

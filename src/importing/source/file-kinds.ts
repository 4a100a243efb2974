import { open } from "node:fs/promises";

/** A kind of files. */
export interface FileKind {
  readonly contentType: string;
  /** The first one is given to a file that has none of them. */
  readonly extensions: readonly string[];
  /** Whether a file that begins so, in Latin-1, can be one; anything can where this is left out. */
  begins?(head: string): boolean;
}

/** That a file begins with one of these texts; a question mark stands for any byte. */
const startingWith =
  (...beginnings: readonly string[]) =>
  (head: string): boolean =>
    beginnings.some((text) => [...text].every((character, i) => character === "?" || head[i] === character));

/** Those that are shown: what they are is told by how they begin, whatever they are called. */
const imageKinds: readonly FileKind[] = [
  { contentType: "image/png", extensions: ["png", "apng"], begins: startingWith("\x89PNG\r\n\x1a\n") },
  {
    contentType: "image/jpeg",
    extensions: ["jpg", "jpeg", "jpe", "jfif"],
    begins: startingWith("\xff\xd8\xff"),
  },
  { contentType: "image/gif", extensions: ["gif"], begins: startingWith("GIF87a", "GIF89a") },
  { contentType: "image/webp", extensions: ["webp"], begins: startingWith("RIFF????WEBP") },
  {
    contentType: "image/avif",
    extensions: ["avif"],
    begins: startingWith("????ftypavif", "????ftypavis", "????ftypmif1"),
  },
  { contentType: "image/bmp", extensions: ["bmp"], begins: startingWith("BM????\0\0\0\0") },
  { contentType: "image/x-icon", extensions: ["ico"], begins: startingWith("\0\0\x01\0") },
  { contentType: "image/tiff", extensions: ["tif", "tiff"], begins: startingWith("II*\0", "MM\0*") },
  {
    contentType: "image/svg+xml",
    extensions: ["svg"],
    // The first tag counts, behind whatever is said about the file before it.
    begins: (head) => /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<[a-z]+/i.exec(head)?.[0] === "<svg",
  },
];

const isZip = startingWith("PK\x03\x04", "PK\x05\x06");
const office = "application/vnd.openxmlformats-officedocument";

const otherKinds: readonly FileKind[] = [
  {
    contentType: "application/pdf",
    extensions: ["pdf"],
    begins: (head) => head.slice(0, 1024).includes("%PDF-"),
  },
  { contentType: `${office}.wordprocessingml.document`, extensions: ["docx"], begins: isZip },
  { contentType: `${office}.presentationml.presentation`, extensions: ["pptx"], begins: isZip },
  { contentType: `${office}.spreadsheetml.sheet`, extensions: ["xlsx"], begins: isZip },
  { contentType: "application/epub+zip", extensions: ["epub"], begins: isZip },
  { contentType: "application/java-archive", extensions: ["jar", "war"], begins: isZip },
  {
    contentType: "application/zip",
    extensions: ["zip", "odt", "ods", "odp", "whl", "apk"],
    begins: isZip,
  },
  { contentType: "application/gzip", extensions: ["gz", "tgz"], begins: startingWith("\x1f\x8b") },
  { contentType: "application/json", extensions: ["json"] },
  { contentType: "application/msword", extensions: ["doc"] },
  { contentType: "application/vnd.ms-excel", extensions: ["xls"] },
  { contentType: "application/vnd.ms-powerpoint", extensions: ["ppt"] },
  { contentType: "application/xml", extensions: ["xml"] },
  { contentType: "application/yaml", extensions: ["yaml", "yml"] },
  { contentType: "audio/mp4", extensions: ["m4a"] },
  { contentType: "audio/mpeg", extensions: ["mp3"] },
  { contentType: "audio/ogg", extensions: ["ogg"] },
  { contentType: "audio/wav", extensions: ["wav"] },
  { contentType: "text/css", extensions: ["css"] },
  { contentType: "text/csv", extensions: ["csv"] },
  { contentType: "text/html", extensions: ["html", "htm"] },
  { contentType: "text/javascript", extensions: ["js"] },
  { contentType: "text/markdown", extensions: ["md", "markdown"] },
  { contentType: "text/plain", extensions: ["txt"] },
  { contentType: "video/mp4", extensions: ["mp4"] },
  { contentType: "video/quicktime", extensions: ["mov"] },
  { contentType: "video/webm", extensions: ["webm"] },
];

const byExtension = new Map(
  [...imageKinds, ...otherKinds].flatMap((kind) => kind.extensions.map((extension) => [extension, kind])),
);

export const unknownType = "application/octet-stream";

/** How much of a file is needed to tell what it is. */
export const headLength = 4096;

/** What kind of image these bytes are the beginning of; undefined for what is none. */
export function imageKindOf(head: Buffer): FileKind | undefined {
  return imageKinds.find((kind) => isBegunAs(kind, head));
}

/** What a file of this name claims to be; undefined where nobody knows. */
export function kindOfName(name: string): FileKind | undefined {
  return byExtension.get(extensionOf(name));
}

export function isImage({ contentType }: FileKind): boolean {
  return contentType.startsWith("image/");
}

/** Whether bytes may be the beginning of a file of this kind. */
export function isBegunAs(kind: FileKind, head: Buffer): boolean {
  return kind.begins?.(head.toString("latin1", 0, headLength)) ?? true;
}

/** The type of a file by its name, or of an image by its bytes. What is not what it claims to be can be anything. */
export function contentTypeOf(name: string, head: Buffer): string {
  const kind = kindOfName(name);
  if (kind === undefined) return unknownType;
  if (isImage(kind)) return imageKindOf(head)?.contentType ?? unknownType;
  return isBegunAs(kind, head) ? kind.contentType : unknownType;
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

/** In lower case, without its dot; empty where there is none. */
export function extensionOf(name: string): string {
  return /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** What a file is by its first bytes, where it can be no docx. */
export function otherKind(beginning: Buffer): string | undefined {
  const text = beginning.toString("latin1");
  if (text.startsWith("PK\x03\x04")) return undefined;
  // Both are the same container: which of the two it is, only Word can tell.
  if (text.startsWith("\xd0\xcf\x11\xe0")) return "an old one (.doc), or it is locked with a password";
  if (text.startsWith("{\\rtf")) return "rich text (.rtf)";
  if (text.startsWith("%PDF-")) return "a PDF";
  if (text.startsWith("PK")) return "an empty archive";
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i.test(text)) return "a web page or XML";
  return beginning.length === 0 ? "empty" : "a file of another kind";
}

/** What an archive is that holds no Word document. */
export function otherPackage(names: ReadonlySet<string>): string {
  if (names.has("xl/workbook.xml")) return "an Excel workbook";
  if (names.has("ppt/presentation.xml")) return "a PowerPoint presentation";
  if (names.has("mimetype") && names.has("content.xml")) return "an OpenDocument file (.odt)";
  if (names.has("META-INF/container.xml")) return "an e-book (.epub)";
  return "a zip archive of something else";
}

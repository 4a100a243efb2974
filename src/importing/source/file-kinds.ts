import { open } from "node:fs/promises";

export interface FileKind {
  readonly contentType: string;
  /** The first one is the preferred extension. */
  readonly extensions: readonly string[];
  /** Checks the signature at the start of a file, given in Latin-1. Kinds without one match any content. */
  matches?(head: string): boolean;
}

/** Matches files that start with one of these signatures; a question mark stands for any byte. */
const signature =
  (...signatures: readonly string[]) =>
  (head: string): boolean =>
    signatures.some((text) => [...text].every((character, i) => character === "?" || head[i] === character));

const kind = (contentType: string, extensions: string, matches?: FileKind["matches"]): FileKind => ({
  contentType,
  extensions: extensions.split(" "),
  ...(matches && { matches }),
});

/** Images are recognized by their signatures, whatever their names. */
const imageKinds: readonly FileKind[] = [
  kind("image/png", "png apng", signature("\x89PNG\r\n\x1a\n")),
  kind("image/jpeg", "jpg jpeg jpe jfif", signature("\xff\xd8\xff")),
  kind("image/gif", "gif", signature("GIF87a", "GIF89a")),
  kind("image/webp", "webp", signature("RIFF????WEBP")),
  kind("image/avif", "avif", signature("????ftypavif", "????ftypavis", "????ftypmif1")),
  kind("image/bmp", "bmp", signature("BM????\0\0\0\0")),
  kind("image/x-icon", "ico", signature("\0\0\x01\0")),
  kind("image/tiff", "tif tiff", signature("II*\0", "MM\0*")),
  kind(
    "image/svg+xml",
    "svg",
    // The first element counts, after an XML declaration, a doctype and comments.
    (head) => /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<[a-z]+/i.exec(head)?.[0] === "<svg",
  ),
];

const isZip = signature("PK\x03\x04", "PK\x05\x06");
const office = "application/vnd.openxmlformats-officedocument";

const otherKinds: readonly FileKind[] = [
  kind("application/pdf", "pdf", (head) => head.slice(0, 1024).includes("%PDF-")),
  kind(`${office}.wordprocessingml.document`, "docx", isZip),
  kind(`${office}.presentationml.presentation`, "pptx", isZip),
  kind(`${office}.spreadsheetml.sheet`, "xlsx", isZip),
  kind("application/epub+zip", "epub", isZip),
  kind("application/java-archive", "jar war", isZip),
  kind("application/zip", "zip odt ods odp whl apk", isZip),
  kind("application/gzip", "gz tgz", signature("\x1f\x8b")),
  kind("application/json", "json"),
  kind("application/msword", "doc"),
  kind("application/vnd.ms-excel", "xls"),
  kind("application/vnd.ms-powerpoint", "ppt"),
  kind("application/xml", "xml"),
  kind("application/yaml", "yaml yml"),
  kind("audio/mp4", "m4a"),
  kind("audio/mpeg", "mp3"),
  kind("audio/ogg", "ogg"),
  kind("audio/wav", "wav"),
  kind("text/css", "css"),
  kind("text/csv", "csv"),
  kind("text/html", "html htm"),
  kind("text/javascript", "js"),
  kind("text/markdown", "md markdown"),
  kind("text/plain", "txt"),
  kind("video/mp4", "mp4"),
  kind("video/quicktime", "mov"),
  kind("video/webm", "webm"),
];

const byExtension = new Map(
  [...imageKinds, ...otherKinds].flatMap((each) => each.extensions.map((extension) => [extension, each])),
);

export const unknownType = "application/octet-stream";

/** The number of bytes that all signatures need. */
export const headLength = 4096;

export function imageKindOf(head: Buffer): FileKind | undefined {
  return imageKinds.find((each) => matchesKind(each, head));
}

export function kindOfName(name: string): FileKind | undefined {
  return byExtension.get(extensionOf(name));
}

export function isImage({ contentType }: FileKind): boolean {
  return contentType.startsWith("image/");
}

export function matchesKind({ matches }: FileKind, head: Buffer): boolean {
  return matches?.(head.toString("latin1", 0, headLength)) ?? true;
}

/** The media type of a file by its extension, or of an image by its signature. A mismatch makes the type unknown. */
export function contentTypeOf(name: string, head: Buffer): string {
  const named = kindOfName(name);
  if (named === undefined) return unknownType;
  if (isImage(named)) return imageKindOf(head)?.contentType ?? unknownType;
  return matchesKind(named, head) ? named.contentType : unknownType;
}

export async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
  return buffer.subarray(0, bytesRead);
}

/** The extension in lower case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.(\w{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Describes a file that is not a zip file, for error messages; undefined for a zip file. */
export function describeNonZip(head: Buffer): string | undefined {
  const text = head.toString("latin1");
  if (text.startsWith("PK\x03\x04")) return undefined;
  // Encrypted .docx files use the same container format as .doc files.
  if (text.startsWith("\xd0\xcf\x11\xe0")) return "an old Word document (.doc), or it is encrypted";
  if (text.startsWith("{\\rtf")) return "rich text (.rtf)";
  if (text.startsWith("%PDF-")) return "a PDF";
  if (text.startsWith("PK")) return "an empty archive";
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i.test(text)) return "a web page or XML";
  return head.length === 0 ? "empty" : "a file of another kind";
}

/** Describes a zip file that is not a Word document, for error messages. */
export function describeArchive(names: ReadonlySet<string>): string {
  if (names.has("xl/workbook.xml")) return "an Excel workbook";
  if (names.has("ppt/presentation.xml")) return "a PowerPoint presentation";
  if (names.has("mimetype") && names.has("content.xml")) return "an OpenDocument file (.odt)";
  if (names.has("META-INF/container.xml")) return "an e-book (.epub)";
  return "a zip archive of something else";
}

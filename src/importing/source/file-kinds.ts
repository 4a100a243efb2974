import { open } from "node:fs/promises";

export interface FileKind {
  readonly contentType: string;
  /** The extensions of files, the preferred one first. */
  readonly extensions: readonly string[];
  /** Checks the start of a file, decoded as Latin-1. A kind without this check matches any content. */
  matches?(head: string): boolean;
}

/** Returns a check for one of these signatures at the start of a file. A question mark matches any byte. */
const signature =
  (...signatures: readonly string[]) =>
  (head: string): boolean =>
    signatures.some((text) => [...text].every((character, i) => character === "?" || head[i] === character));

const fileKind = (contentType: string, extensions: string, matches?: FileKind["matches"]): FileKind => ({
  contentType,
  extensions: extensions.split(" "),
  ...(matches && { matches }),
});

/** Images are recognized by their signatures, whatever their names. */
const imageKinds: readonly FileKind[] = [
  fileKind("image/png", "png apng", signature("\x89PNG\r\n\x1a\n")),
  fileKind("image/jpeg", "jpg jpeg jpe jfif", signature("\xff\xd8\xff")),
  fileKind("image/gif", "gif", signature("GIF87a", "GIF89a")),
  fileKind("image/webp", "webp", signature("RIFF????WEBP")),
  fileKind("image/avif", "avif", signature("????ftypavif", "????ftypavis", "????ftypmif1")),
  fileKind("image/bmp", "bmp", signature("BM????\0\0\0\0")),
  fileKind("image/x-icon", "ico", signature("\0\0\x01\0")),
  fileKind("image/tiff", "tif tiff", signature("II*\0", "MM\0*")),
  fileKind(
    "image/svg+xml",
    "svg",
    // The first element is `<svg>`, after an XML declaration, a doctype and comments.
    (head) => /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<[a-z]+/i.exec(head)?.[0] === "<svg",
  ),
];

const isZip = signature("PK\x03\x04", "PK\x05\x06");
const office = "application/vnd.openxmlformats-officedocument";

const otherKinds: readonly FileKind[] = [
  fileKind("application/pdf", "pdf", (head) => head.slice(0, 1024).includes("%PDF-")),
  fileKind(`${office}.wordprocessingml.document`, "docx", isZip),
  fileKind(`${office}.presentationml.presentation`, "pptx", isZip),
  fileKind(`${office}.spreadsheetml.sheet`, "xlsx", isZip),
  fileKind("application/epub+zip", "epub", isZip),
  fileKind("application/java-archive", "jar war", isZip),
  fileKind("application/zip", "zip odt ods odp whl apk", isZip),
  fileKind("application/gzip", "gz tgz", signature("\x1f\x8b")),
  fileKind("application/json", "json"),
  fileKind("application/msword", "doc"),
  fileKind("application/vnd.ms-excel", "xls"),
  fileKind("application/vnd.ms-powerpoint", "ppt"),
  fileKind("application/xml", "xml"),
  fileKind("application/yaml", "yaml yml"),
  fileKind("audio/mp4", "m4a"),
  fileKind("audio/mpeg", "mp3"),
  fileKind("audio/ogg", "ogg"),
  fileKind("audio/wav", "wav"),
  fileKind("text/css", "css"),
  fileKind("text/csv", "csv"),
  fileKind("text/html", "html htm"),
  fileKind("text/javascript", "js"),
  fileKind("text/markdown", "md markdown"),
  fileKind("text/plain", "txt"),
  fileKind("video/mp4", "mp4"),
  fileKind("video/quicktime", "mov"),
  fileKind("video/webm", "webm"),
];

const byExtension = new Map(
  [...imageKinds, ...otherKinds].flatMap((kind) => kind.extensions.map((extension) => [extension, kind])),
);

export const unknownType = "application/octet-stream";

/** The number of bytes at the start of a file that the checks need. */
export const headLength = 4096;

export function imageKindOf(head: Buffer): FileKind | undefined {
  return imageKinds.find((kind) => matchesKind(kind, head));
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

/** The media type of a file. Its extension determines it, or for images its signature. If they contradict, the type is unknown. */
export function contentTypeOf(name: string, head: Buffer): string {
  const expected = kindOfName(name);
  if (expected === undefined) return unknownType;
  if (isImage(expected)) return imageKindOf(head)?.contentType ?? unknownType;
  return matchesKind(expected, head) ? expected.contentType : unknownType;
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
  if (text.startsWith("\xd0\xcf\x11\xe0")) return "an old Word document (.doc) or an encrypted document";
  if (text.startsWith("{\\rtf")) return "rich text (.rtf)";
  if (text.startsWith("%PDF-")) return "a PDF";
  if (text.startsWith("PK")) return "an empty archive";
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i.test(text)) return "a web page or XML";
  return head.length === 0 ? "empty" : "a file of an unknown type";
}

/** Describes a zip file that is not a Word document, for error messages. */
export function describeArchive(names: ReadonlySet<string>): string {
  if (names.has("xl/workbook.xml")) return "an Excel workbook";
  if (names.has("ppt/presentation.xml")) return "a PowerPoint presentation";
  if (names.has("mimetype") && names.has("content.xml")) return "an OpenDocument file (.odt)";
  if (names.has("META-INF/container.xml")) return "an e-book (.epub)";
  return "another kind of zip archive";
}

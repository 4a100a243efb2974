import { decodeOrKeep } from "../../uri-text.ts";
import { beginsAsHtml, plainType } from "./read-text.ts";

interface FileKind {
  readonly contentType: string;
  /** The first one is given to a file that has none of them. */
  readonly extensions: readonly string[];
  /** By the first bytes, as Latin-1. */
  begins(head: string): boolean;
}

const startingWith =
  (...beginnings: readonly string[]) =>
  (head: string): boolean =>
    beginnings.some((beginning) => head.startsWith(beginning));

const imageKinds: readonly FileKind[] = [
  { contentType: "image/png", extensions: ["png", "apng"], begins: startingWith("\x89PNG\r\n\x1a\n") },
  {
    contentType: "image/jpeg",
    extensions: ["jpg", "jpeg", "jpe", "jfif"],
    begins: startingWith("\xff\xd8\xff"),
  },
  { contentType: "image/gif", extensions: ["gif"], begins: startingWith("GIF87a", "GIF89a") },
  { contentType: "image/webp", extensions: ["webp"], begins: (head) => /^RIFF[\s\S]{4}WEBP/.test(head) },
  { contentType: "image/avif", extensions: ["avif"], begins: (head) => /^[\s\S]{4}ftypavi[fs]/.test(head) },
  { contentType: "image/bmp", extensions: ["bmp"], begins: (head) => /^BM[\s\S]{4}\0{4}/.test(head) },
  { contentType: "image/x-icon", extensions: ["ico"], begins: startingWith("\0\0\x01\0") },
  {
    contentType: "image/svg+xml",
    extensions: ["svg"],
    // The first tag counts, behind whatever is said about the file before it.
    begins: (head) => /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<[a-z]+/i.exec(head)?.[0] === "<svg",
  },
];

/** Other files that can be told by how they begin. */
const otherKinds: readonly FileKind[] = [
  {
    contentType: "application/pdf",
    extensions: ["pdf"],
    begins: (head) => head.slice(0, 1024).includes("%PDF-"),
  },
  {
    contentType: "application/zip",
    extensions: ["zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "jar", "war", "whl", "epub", "apk"],
    begins: startingWith("PK\x03\x04", "PK\x05\x06"),
  },
  { contentType: "application/gzip", extensions: ["gz", "tgz"], begins: startingWith("\x1f\x8b") },
];

/** How much of a file is needed to tell what it is. */
export const headLength = 4096;

/** What kind of image these bytes are the beginning of; undefined for what is none. */
export function imageKindOf(head: Buffer): FileKind | undefined {
  const text = head.toString("latin1", 0, headLength);
  return imageKinds.find((kind) => kind.begins(text));
}

/** What a file is called and what it is; undefined where it is not what it claims to be. */
export function describeFile(
  address: string,
  { head, contentType, isImage }: { head: Buffer; contentType: string; isImage: boolean },
): { name: string; contentType: string } | undefined {
  const name = nameIn(address);
  const extension = extensionOf(name);
  const image = imageKindOf(head);
  if (image) return { name: withExtension(name, image), contentType: image.contentType };
  const claims = (kind: FileKind) => kind.extensions.includes(extension);
  if (isImage || imageKinds.some(claims) || beginsAsHtml(head)) return undefined;
  const type = plainType(contentType);
  if (type === "text/html") return undefined;
  const kind = otherKinds.find(claims);
  if (kind && !kind.begins(head.toString("latin1", 0, headLength))) return undefined;
  return { name, contentType: type || kind?.contentType || "application/octet-stream" };
}

function extensionOf(name: string): string {
  return /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

function withExtension(name: string, { extensions: [first = "", ...others] }: FileKind): string {
  return [first, ...others].includes(extensionOf(name)) ? name : `${name}.${first}`;
}

const longestName = 120;

/** The last part of an address, as a name that can stand in any folder. */
function nameIn(address: string): string {
  const path = URL.parse(address)?.pathname ?? "";
  const name = decodeOrKeep(path.slice(path.lastIndexOf("/") + 1))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, "-")
    .replace(/^[\s.-]+|[\s.]+$/g, "");
  if (name === "") return "file";
  const extension = extensionOf(name);
  const ending = extension === "" ? "" : `.${extension}`;
  const stem = name.slice(0, name.length - ending.length);
  return name.length > longestName
    ? `${stem.slice(0, longestName - ending.length).toWellFormed()}${ending}`
    : name;
}

import { safeDecodeUriComponent } from "../../platform/index.ts";
import {
  encodingOf,
  extensionOf,
  imageKindOf,
  isImage,
  kindOfName,
  matchesKind,
  unknownType,
} from "../source/index.ts";

const maxNameLength = 120;

/** Whether a response is an HTML page, by its media type and its first bytes. */
export function isHtml(bytes: Buffer, contentType: string): boolean {
  const head = bytes.subarray(0, 1024);
  const isUtf16 = encodingOf(head)?.startsWith("utf-16");
  if ((head.includes(0) && !isUtf16) || head.toString("latin1").startsWith("%PDF-")) return false;
  const type = mediaTypeOf(contentType);
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  return (type === "" || type === "application/octet-stream") && startsLikeHtml(head);
}

/** The media type without parameters; empty if it is invalid. */
function mediaTypeOf(contentType: string): string {
  const [type = ""] = contentType.toLowerCase().split(";");
  return /^[a-z]{1,20}\/[\w!#$&^.+-]{1,120}$/.exec(type.trim())?.[0] ?? "";
}

function startsLikeHtml(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)[\s>]/i.test(
    head.toString("latin1", 0, 1024),
  );
}

/** The name and media type of a download; undefined if its content does not match its type. */
export function describeFile(
  url: string,
  { head, contentType, isEmbedded }: { head: Buffer; contentType: string; isEmbedded: boolean },
): { name: string; contentType: string } | undefined {
  const name = fileNameOf(url);
  const image = imageKindOf(head);
  if (image) {
    const hasExtension = image.extensions.includes(extensionOf(name));
    return { name: hasExtension ? name : `${name}.${image.extensions[0]}`, contentType: image.contentType };
  }
  const kind = kindOfName(name);
  if (isEmbedded || (kind && isImage(kind)) || startsLikeHtml(head)) return undefined;
  const type = mediaTypeOf(contentType);
  if (type === "text/html" || (kind && !matchesKind(kind, head))) return undefined;
  return { name, contentType: type || kind?.contentType || unknownType };
}

function fileNameOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? "";
  const name = safeDecodeUriComponent(path.slice(path.lastIndexOf("/") + 1))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, "-")
    .replace(/^[\s.-]+|[\s.]+$/g, "");
  if (name.length <= maxNameLength) return name || "file";
  const extension = extensionOf(name);
  const ending = extension === "" ? "" : `.${extension}`;
  const stem = name.slice(0, name.length - ending.length);
  return `${stem.slice(0, maxNameLength - ending.length).toWellFormed()}${ending}`;
}

import { encodingOf } from "../html/index.ts";

/** Whether what was sent is a page, by what is said about it and by how it begins. */
export function isHtml(bytes: Buffer, contentType: string): boolean {
  const head = bytes.subarray(0, 1024);
  const isWide = encodingOf(head)?.startsWith("utf-16");
  if ((head.includes(0) && !isWide) || head.toString("latin1").startsWith("%PDF-")) return false;
  const type = plainType(contentType);
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  return (type === "" || type === "application/octet-stream") && beginsAsHtml(head);
}

/** A media type without what may follow it; empty for what is none. */
export function plainType(contentType: string): string {
  const [type = ""] = contentType.toLowerCase().split(";");
  return /^[a-z]{1,20}\/[\w!#$&^.+-]{1,120}$/.exec(type.trim())?.[0] ?? "";
}

/** Whether a text begins as pages do. */
export function beginsAsHtml(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)[\s>]/i.test(
    head.toString("latin1", 0, 1024),
  );
}

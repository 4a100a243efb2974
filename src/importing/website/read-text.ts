/** The text of a page, in whatever encoding it, or whoever sent it, says it has. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i;
  const [, label = "utf-8"] =
    declared.exec(contentType) ?? declared.exec(bytes.toString("latin1", 0, 2048)) ?? [];
  return decoderFor(encodingOf(bytes) ?? label).decode(bytes);
}

/** Two bytes at the beginning say it better than any words. */
function encodingOf([first, second]: Buffer): string | undefined {
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

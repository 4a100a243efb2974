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

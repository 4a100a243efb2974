import { type InlinedImage, readFragment } from "../html/index.ts";
import { parseHtml } from "../html/tree/index.ts";
import { normalizeDialect } from "../markdown-tree/index.ts";
import { cleanTree, countUnreadableImages } from "./clean-tree.ts";

/** Text that was copied in another program. */
export type ClipboardText = { readonly html: string } | { readonly markdown: string };

export interface ReadClipboard {
  readonly markdown: string;
  /** The images of `data:` URLs. The Markdown refers to them by their addresses. */
  readonly images: readonly InlinedImage[];
  /** The number of images that were left out, since they are files of another computer. */
  readonly omittedImages: number;
}

/** Converts copied text to Markdown. Throws an ImportError for too many elements. */
export function readClipboard(text: ClipboardText): ReadClipboard {
  if ("markdown" in text)
    return { markdown: normalizeDialect("", text.markdown), images: [], omittedImages: 0 };
  const document = cleanTree(parseHtml(withoutHeader(text.html)));
  return { ...readFragment(document), omittedImages: countUnreadableImages(document) };
}

/** The format of Windows starts with lines that name the offsets of the HTML. */
function withoutHeader(html: string): string {
  const start = /^Version:\d/.test(html) ? html.indexOf("<") : 0;
  return html.slice(Math.max(0, start));
}

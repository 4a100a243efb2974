import { type HtmlTag, readHtmlTag } from "../../markdown/syntax/index.ts";

export interface HtmlCell {
  readonly tag: HtmlTag;
  readonly source: string;
}

export interface HtmlRow {
  readonly isHead: boolean;
  readonly cells: HtmlCell[];
}

const parts = /<\/?(?:table|thead|tbody|tfoot|tr|th|td)(?=[\s>/])/gi;

/** The rows of a table with their cells, and the text that stands outside of them. */
export function readRows(source: string, from: number): { rows: HtmlRow[]; outside: string } {
  const rows: HtmlRow[] = [];
  const outside: string[] = [];
  let isHead = false;
  let open: HtmlTag | undefined;
  let done = from;
  const close = (at: number) => {
    if (open === undefined) outside.push(source.slice(done, at));
    else rows.at(-1)?.cells.push({ tag: open, source: source.slice(open.end, at) });
    open = undefined;
  };
  for (const { index } of withoutComments(source).matchAll(parts)) {
    const tag = index < done ? undefined : readHtmlTag(source, index);
    if (tag === undefined) continue;
    const { name, isClosing, end } = tag;
    close(index);
    done = end;
    if (name === "thead") isHead = !isClosing;
    else if (name === "tr" && !isClosing) rows.push({ isHead, cells: [] });
    else if ((name === "th" || name === "td") && !isClosing) {
      if (rows.length === 0) rows.push({ isHead, cells: [] });
      open = tag;
    }
  }
  close(source.length);
  const words = outside.join(" ").replace(/<\/?(?:caption|colgroup|col)(?:\s[^<>]*)?>/gi, " ");
  return { rows: rows.filter(({ cells }) => cells.length > 0), outside: words.trim() };
}

/** The text with blanks in the places of comments, so that what is in them is no part of the table. */
function withoutComments(source: string): string {
  let result = "";
  let done = 0;
  for (let at = source.indexOf("<!--"); at >= 0; at = source.indexOf("<!--", done)) {
    const end = source.indexOf("-->", at + 4);
    if (end < 0) break;
    result += source.slice(done, at) + " ".repeat(end + 3 - at);
    done = end + 3;
  }
  return result + source.slice(done);
}

import { documentOf } from "./keys.ts";
import type { Document } from "./model.ts";
import { readMarkdown } from "./read/read-markdown.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

/** Markdown as a document. The front matter, up to this place, is kept beside the blocks. */
export function documentFrom(markdown: string, frontMatterEnd = 0): Document {
  const blocks = readMarkdown(markdown.slice(frontMatterEnd));
  if (frontMatterEnd === 0) return documentOf(blocks);
  const lines = markdown
    .slice(0, frontMatterEnd)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const inside = lines.slice(1, lines.findLastIndex(isDashes));
  return documentOf(blocks, inside.length === 0 ? {} : { frontMatter: `${inside.join("\n")}\n` });
}

function isDashes(line: string): boolean {
  return line.trimEnd() === "---";
}

/** A document as Markdown, in its normal form. */
export function markdownFrom({ data, nodes }: Document): string {
  const body = writeMarkdown(nodes);
  if (data.frontMatter === undefined) return body;
  const lines =
    data.frontMatter === "" || data.frontMatter.endsWith("\n") ? data.frontMatter : `${data.frontMatter}\n`;
  return `---\n${lines}---\n${body === "" ? "" : `\n${body}`}`;
}

import { finish, finishInTurns, type Steps } from "../markdown/syntax/index.ts";
import { documentSteps } from "./keys.ts";
import { byIds, type Document, type DocumentData } from "./model/index.ts";
import { readSteps } from "./read/index.ts";
import { writeMarkdown } from "./write/index.ts";

/** Markdown as a document. The front matter, up to this place, is kept beside the blocks. */
export function documentFrom(markdown: string, frontMatterEnd = 0): Document {
  return finish(stepsFrom(markdown, frontMatterEnd));
}

/** The same, while others may do something too. */
export function documentInTurns(markdown: string, frontMatterEnd: number): Promise<Document> {
  return finishInTurns(stepsFrom(markdown, frontMatterEnd));
}

function* stepsFrom(markdown: string, frontMatterEnd: number): Steps<Document> {
  const blocks = yield* readSteps(markdown.slice(frontMatterEnd));
  return yield* documentSteps(blocks, dataOf(markdown.slice(0, frontMatterEnd)));
}

/** What a document says besides its blocks: the lines between the dashes. There, no link could say what it leads to. */
export function dataOf(frontMatter: string): DocumentData {
  const lines = byIds(frontMatter)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const inside = lines.slice(
    1,
    lines.findLastIndex((line) => line.trimEnd() === "---"),
  );
  return inside.length === 0 ? {} : { frontMatter: `${inside.join("\n")}\n` };
}

/** A document as Markdown, in its normal form. */
export function markdownFrom({ data, nodes }: Document): string {
  const body = writeMarkdown(nodes);
  return data.frontMatter === undefined ? body : writeFrontMatter(data.frontMatter) + (body && `\n${body}`);
}

/** Front matter between its dashes. */
export function writeFrontMatter(lines: string): string {
  return `---\n${lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`}---\n`;
}

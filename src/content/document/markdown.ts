import { finish, finishYielding, type Steps } from "../markdown/syntax/index.ts";
import { documentSteps } from "./keys.ts";
import { type Document, type DocumentData, withIdAddresses } from "./model/index.ts";
import { readSteps } from "./read/index.ts";
import { writeMarkdown } from "./write/index.ts";

/** Reads Markdown as a document. The front matter ends at the given offset. */
export function documentFromMarkdown(markdown: string, frontMatterEnd = 0): Document {
  return finish(stepsFrom(markdown, frontMatterEnd));
}

/** Like `documentFromMarkdown`, but yields to the event loop regularly. */
export function documentFromMarkdownYielding(markdown: string, frontMatterEnd: number): Promise<Document> {
  return finishYielding(stepsFrom(markdown, frontMatterEnd));
}

function* stepsFrom(markdown: string, frontMatterEnd: number): Steps<Document> {
  const blocks = yield* readSteps(markdown.slice(frontMatterEnd));
  return yield* documentSteps(blocks, documentDataOf(markdown.slice(0, frontMatterEnd)));
}

/** The data of a document: the lines of its front matter, with addresses by id. */
export function documentDataOf(frontMatter: string): DocumentData {
  const lines = withIdAddresses(frontMatter)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const inside = lines.slice(
    1,
    lines.findLastIndex((line) => line.trimEnd() === "---"),
  );
  return inside.length === 0 ? {} : { frontMatter: `${inside.join("\n")}\n` };
}

/** Writes a document as Markdown, in its canonical form. */
export function documentToMarkdown({ data, nodes }: Document): string {
  const body = writeMarkdown(nodes);
  return data.frontMatter === undefined ? body : writeFrontMatter(data.frontMatter) + (body && `\n${body}`);
}

export function writeFrontMatter(lines: string): string {
  return `---\n${lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`}---\n`;
}

import { finish, finishYielding, type Steps } from "../../platform/index.ts";
import { maxNodes, mayHaveTooManyNodes } from "../model/index.ts";
import { keySteps } from "./keys.ts";
import {
  type Block,
  countNodes,
  type Document,
  type DocumentData,
  TooManyNodesError,
  withIdDestinations,
} from "./model/index.ts";
import { readSteps } from "./read/index.ts";
import { writeSteps } from "./write/index.ts";

/** Reads Markdown as a document. The front matter ends at the given offset. */
export function documentFromMarkdown(markdown: string, frontMatterEnd = 0): Document {
  return finish(stepsFrom(markdown, frontMatterEnd));
}

export function documentFromMarkdownYielding(markdown: string, frontMatterEnd: number): Promise<Document> {
  return finishYielding(stepsFrom(markdown, frontMatterEnd));
}

function* stepsFrom(markdown: string, frontMatterEnd: number): Steps<Document> {
  const blocks = yield* blockSteps(markdown, frontMatterEnd);
  return yield* documentSteps(blocks, documentDataOf(markdown.slice(0, frontMatterEnd)));
}

/** Reads the blocks of Markdown without their keys, which take a third of the time. The front matter ends at the given offset. */
export function blocksFromMarkdownYielding(markdown: string, frontMatterEnd: number): Promise<Block[]> {
  return finishYielding(blockSteps(markdown, frontMatterEnd));
}

function* blockSteps(markdown: string, frontMatterEnd: number): Steps<Block[]> {
  const blocks = yield* readSteps(markdown.slice(frontMatterEnd));
  if (mayHaveTooManyNodes(markdown) && blocks.reduce((sum, block) => sum + countNodes(block), 0) > maxNodes)
    throw new TooManyNodesError();
  return blocks;
}

/** The data of a document: the lines of its front matter, with links by id. */
export function documentDataOf(frontMatter: string): DocumentData {
  const lines = withIdDestinations(frontMatter)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const fieldLines = lines.slice(
    1,
    lines.findLastIndex((line) => line.trimEnd() === "---"),
  );
  return fieldLines.length === 0 ? {} : { frontMatter: `${fieldLines.join("\n")}\n` };
}

export function documentToMarkdown(document: Document): string {
  return finish(markdownSteps(document));
}

export function* markdownSteps({ data, nodes }: Document): Steps<string> {
  const body = yield* writeSteps(nodes);
  return data.frontMatter === undefined ? body : writeFrontMatter(data.frontMatter) + (body && `\n${body}`);
}

export function writeFrontMatter(lines: string): string {
  return `---\n${lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`}---\n`;
}

/**
 * A document of these blocks, with a key on every node. The key of a block is derived from its text or its first child,
 * so that it stays the same when other blocks are changed, added or moved.
 */
export function documentOf(blocks: readonly Block[], data: DocumentData = {}): Document {
  return finish(documentSteps(blocks, data));
}

export function* documentSteps(blocks: readonly Block[], data: DocumentData): Steps<Document> {
  const keyed = yield* keySteps(blocks);
  return { object: "document", data, nodes: keyed.map(({ keyed }) => keyed) };
}

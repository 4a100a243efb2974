import { collectLinks } from "../../src/content/document/document-links.ts";
import { documentFromMarkdown } from "../../src/content/document/markdown.ts";
import type { Block, Document } from "../../src/content/document/model/model.ts";
import { patchSteps } from "../../src/content/document/patch.ts";
import { writeMarkdown } from "../../src/content/document/write/write-markdown.ts";
import { parseExpression } from "../../src/content/expressions/parse-expression.ts";
import { splitSteps } from "../../src/content/markdown/blocks.ts";
import { findDestinations } from "../../src/content/markdown/destinations.ts";
import { frontMatterLength } from "../../src/content/markdown/front-matter.ts";
import { leadingHeading } from "../../src/content/markdown/heading.ts";
import { normalizeLines, parseBlocks } from "../../src/content/markdown/syntax/block-parser.ts";
import { mergeBodies } from "../../src/content/merge/merge-body.ts";
import { readBody } from "../../src/content/merge/read-body.ts";
import { finish } from "../../src/platform/steps.ts";
import { sectionsOf } from "../../src/search/sections.ts";
import { tokenize } from "../../src/search/tokenize.ts";

/** A text, and the document that is read from it. */
export interface Input {
  readonly text: string;
  readonly document: Document;
}

export function inputOf(text: string): Input {
  return { text, document: documentFromMarkdown(text) };
}

export type Readers = Readonly<Record<string, (input: Input) => unknown>>;

/** The functions that read or write Markdown. */
export const readers: Readers = {
  "the block parser": ({ text }) => finish(parseBlocks(normalizeLines(text))),
  "the blocks of a merge": ({ text }) => finish(splitSteps(text)),
  "the reader of documents": ({ text }) => documentFromMarkdown(text),
  "the writer of Markdown": ({ document }) => writeMarkdown(document.nodes),
  "the destinations of links": ({ text }) => findDestinations(text),
  "the links of a document": ({ document }) => collectLinks(document),
  "the index of words": ({ document }) =>
    sectionsOf(document.nodes).map(({ heading, body }) => [tokenize(heading), tokenize(body)]),
  "the front matter": ({ text }) => frontMatterLength(`---\n${text}`),
  "the heading": ({ text }) => leadingHeading(text),
  expressions: ({ text }) => {
    try {
      return parseExpression(text);
    } catch {
      return undefined;
    }
  },
};

/** Functions that read texts several times and compare them. */
export const comparingReaders: Readers = {
  "the writer of changes": ({ text, document }) =>
    finish(patchSteps({ byPath: text, byId: text }, changed(document.nodes))),
  merges: ({ text }) => {
    const body = (written: string) => finish(readBody({ text: written, links: [] }));
    const sides = { base: body(text), ours: body(`a\n\n${text}`), theirs: body(`${text}\n\nb`) };
    return finish(mergeBodies(sides));
  },
};

/** The blocks with the last one first. */
function changed(blocks: readonly Block[]): Block[] {
  return [...blocks.slice(-1), ...blocks.slice(0, -1)];
}

import { type Block, nodesIn, plainText } from "../../content/document/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Html, html } from "../html/index.ts";
import type { FrameWords } from "../words/index.ts";
import { headingLevel, writeBlock } from "./blocks.ts";
import { loadHighlighter } from "./code.ts";
import type { DocumentTargets, PageContext } from "./context.ts";
import type { FindIcon } from "./icons.ts";
import { writeText } from "./inlines.ts";

export interface DocumentInput {
  readonly blocks: readonly Block[];
  readonly targets: DocumentTargets;
  readonly words: FrameWords;
  readonly locale: string;
  readonly opensNewTabs: boolean;
  readonly iconOf: FindIcon;
  readonly hasAnchors?: boolean;
  readonly embedOf?: PageContext["embedOf"];
}

export interface WrittenDocument {
  readonly body: Html;
  /** The rules of the classes that this document uses. */
  readonly styles: string;
}

/** Writes a document as HTML. Between top-level blocks, other requests run. */
export async function writeDocument(input: DocumentInput): Promise<WrittenDocument> {
  const { blocks, targets, words, locale, opensNewTabs, iconOf, hasAnchors = true } = input;
  const classes = new Map<string, string>();
  const appended: Html[] = [];
  let lastId = 0;
  const context: PageContext = {
    ...targets,
    words,
    locale,
    topHeading: topHeadingOf(blocks),
    opensNewTabs,
    hasAnchors,
    embedOf: input.embedOf ?? (() => undefined),
    iconOf,
    highlighter: await loadHighlighter(),
    newId: (name) => `${name}-${++lastId}`,
    classFor: (declarations) => classes.getOrInsertComputed(declarations, () => `s${classes.size + 1}`),
    append: (part) => appended.push(part),
    text: (nodes) => writeText(nodes ?? [], context),
    blocks: (nodes = []) =>
      html`${nodes.map((node) => (node.object === "block" ? writeBlock(node, context) : undefined))}`,
    fragment: (fragments = [], type) => {
      const nodes = fragments.find((fragment) => fragment.type === type)?.nodes ?? [];
      const [only] = nodes;
      if (nodes.length === 1 && only?.type === "paragraph")
        return plainText([only]).trim() === "" && only.nodes?.every(({ object }) => object === "text")
          ? undefined
          : context.text(only.nodes);
      return nodes.length === 0 ? undefined : context.blocks(nodes);
    },
  };
  const parts: Html[] = [];
  const yielder = new EventLoopYielder();
  for (const block of blocks) {
    parts.push(writeBlock(block, context));
    await yielder.yieldIfDue();
  }
  const styles = Array.from(classes, ([declarations, name]) => `.${name}{${declarations}}`).join("");
  return { body: html`${parts}${appended}`, styles };
}

function topHeadingOf(blocks: readonly Block[]): number {
  let top = 3;
  for (const node of nodesIn(blocks))
    if (node.type === "heading-1" || node.type === "heading-2") top = Math.min(top, headingLevel(node));
  return top;
}

import {
  type Block,
  type BlockOf,
  blocksIn,
  type Inline,
  type Node,
  plainText,
} from "../../content/document/index.ts";
import { EventLoopYielder, finishYielding } from "../../platform/index.ts";
import { type Html, html } from "../html/index.ts";
import type { FrameWords } from "../words/index.ts";
import { ApiAnchors } from "./api-anchors.ts";
import { finishBlock, writeBlock } from "./blocks.ts";
import { loadHighlighter } from "./code.ts";
import type { ApiHeading, ApiUrls, DocumentTargets, PageContext } from "./context.ts";
import { loadFormulaConverter } from "./formulas.ts";
import type { FindIcon } from "./icons.ts";
import { writeText } from "./inlines.ts";
import { writeTableSteps } from "./table.ts";

export interface DocumentInput {
  readonly blocks: readonly Block[];
  readonly topHeading: number;
  /** The number of blocks and inlines, if it is known. */
  readonly size?: number;
  readonly targets: DocumentTargets;
  readonly words: FrameWords;
  readonly locale: string;
  readonly opensNewTabs: boolean;
  readonly iconOf: FindIcon;
  readonly searchUrl?: string;
  readonly hasAnchors?: boolean;
  /** The anchors of the headings. */
  readonly anchors?: readonly string[];
  readonly hasKeys?: boolean;
  readonly embedOf?: PageContext["embedOf"];
  readonly apiUrls?: ApiUrls | undefined;
  readonly conditionLabel?: string;
  readonly decorate?: PageContext["decorate"];
}

export interface WrittenDocument {
  readonly body: Html;
  /** The titles in the blocks that show an API, by the data of the blocks. */
  readonly apiHeadings: ReadonlyMap<object, readonly ApiHeading[]>;
  /** The rules of the classes that this document uses. */
  readonly styles: string;
}

/** Writes a document as HTML. Between blocks, and between the parts of large blocks, other requests run. */
export async function writeDocument(input: DocumentInput): Promise<WrittenDocument> {
  const { blocks, targets, words, locale, opensNewTabs, iconOf, hasAnchors = true } = input;
  const classes = new Map<string, string>();
  const apiHeadings = new Map<object, ApiHeading[]>();
  const appended: Html[] = [];
  let lastId = 0;
  // The parts of large blocks are written before the blocks themselves: blocks by themselves, paragraphs by their text.
  const written = new Map<object, { readonly html: Html; readonly appended: readonly Html[] }>();
  const writeEarly = async (key: object, write: () => Html | Promise<Html>) => {
    const start = appended.length;
    const part = await write();
    written.set(key, { html: part, appended: appended.splice(start) });
  };
  const findWritten = (key: object | undefined) => {
    const part = key && written.get(key);
    if (part !== undefined) appended.push(...part.appended);
    return part?.html;
  };
  const context: PageContext = {
    ...targets,
    words,
    locale,
    topHeading: input.topHeading,
    opensNewTabs,
    hasAnchors,
    hasKeys: input.hasKeys ?? false,
    searchUrl: input.searchUrl,
    conditionLabel: input.conditionLabel,
    decorate: input.decorate,
    embedOf: input.embedOf ?? (() => undefined),
    apiUrls: input.apiUrls,
    apiAnchors: new ApiAnchors(input.anchors ?? []),
    addApiHeading: (data, heading) => apiHeadings.getOrInsertComputed(data, () => []).push(heading),
    schemaUrl: () => undefined,
    iconOf,
    highlighter: await loadHighlighter(),
    formulaConverter: await loadFormulaConverter(),
    newId: (name) => `~${name}-${++lastId}`,
    classFor: (declarations) => classes.getOrInsertComputed(declarations, () => `s${classes.size + 1}`),
    append: (part) => appended.push(part),
    text: (nodes) => findWritten(nodes) ?? writeText(nodes ?? [], context),
    blocks: (nodes = []) =>
      html`${nodes.map((node) => (node.object === "block" ? (findWritten(node) ?? writeBlock(node, context)) : undefined))}`,
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
  // A table of few nodes can have many rows: the values of most columns are no nodes.
  const writeInSteps = (block: Block): Html | Promise<Html> =>
    block.type === "table" ? writeLargeTable(block, context) : writeBlock(block, context);
  const parts: Html[] = [];
  const yielder = new EventLoopYielder();
  const mayBeLarge = input.size === undefined || input.size >= minLargeSize;
  for (const block of blocks) {
    for (const part of mayBeLarge && isLarge(block) ? smallPartsOf(block) : []) {
      if (part.type === "paragraph") await writeEarly(part.nodes ?? part, () => context.text(part.nodes));
      else await writeEarly(part, () => writeInSteps(part));
      await yielder.yieldIfDue();
    }
    const part = writeInSteps(block);
    parts.push(part instanceof Promise ? await part : part);
    written.clear();
    if (yielder.isDue) await yielder.yieldIfDue();
  }
  const styles = Array.from(classes, ([declarations, name]) => `.${name}{${declarations}}`).join("");
  return { body: html`${parts}${appended}`, styles, apiHeadings };
}

async function writeLargeTable(block: BlockOf<"table">, context: PageContext): Promise<Html> {
  const written = await finishYielding(writeTableSteps(block, context));
  return finishBlock(block, written, context);
}

/** A block with fewer nodes is written in one step. */
const minLargeSize = 500;

/** Blocks that are written by the block around them. */
const structuralTypes: ReadonlySet<string> = new Set([
  ...["list-item", "tabs-item", "stepper-step", "column", "update", "code-line", "image"],
]);

/** The blocks in a large block that are not large themselves, and its tables. */
function* smallPartsOf(block: Block): Generator<Block> {
  for (const child of [block, ...(block.fragments ?? [])].flatMap(({ nodes = [] }) => blocksIn(nodes))) {
    if (structuralTypes.has(child.type)) yield* blocksIn(child.nodes).flatMap((inner) => [...partsOf(inner)]);
    else yield* partsOf(child);
  }
}

function* partsOf(block: Block): Generator<Block> {
  const isWhole = !isLarge(block);
  if (!isWhole) yield* smallPartsOf(block);
  if (block.type === "table" || (isWhole && block.type !== "code")) yield block;
}

function isLarge(block: Block): boolean {
  return countNodes(block, minLargeSize) >= minLargeSize;
}

/** The number of blocks and inlines in a node, itself included. Counting ends at `max`. */
function countNodes(node: Block | Inline, max: number): number {
  let count = 1 + countIn(node.nodes, max - 1);
  if (node.fragments !== undefined)
    for (const { nodes } of node.fragments) count += countIn(nodes, max - count);
  return count;
}

function countIn(nodes: readonly Node[] | undefined, max: number): number {
  let count = 0;
  if (nodes === undefined) return count;
  for (const node of nodes) if (node.object !== "text" && count < max) count += countNodes(node, max - count);
  return count;
}

import { finish, StepCounter, type Steps } from "../../../platform/index.ts";
import {
  hasOpenCondition,
  isContainer,
  normalizeLines,
  parseBlocks,
  type RawBlock,
  type RawContainer,
  trimBlankEnd,
} from "../../markdown/syntax/index.ts";
import { maxNodes, mayHaveTooManyNodes } from "../../model/index.ts";
import {
  Anchors,
  type Block,
  type BlockData,
  type BlockOf,
  block,
  countNodes,
  fragment,
  hasDualDestinations,
  identityOf,
  isEmptyParagraph,
  leaf,
  mergeTexts,
  type Node,
  nonEmptyBlocks,
  normalizeAnchor,
  paragraph,
  plainText,
  replaceBlocks,
  TooManyNodesError,
  text,
  voidBlock,
  withWrittenDestinations,
} from "../model/index.ts";
import { codeBlock, nodesPerCodeLine } from "./code.ts";
import { type InlineContext, literalParagraphs, type ReadContext } from "./context.ts";
import { Definitions } from "./definitions.ts";
import { readElement } from "./elements.ts";
import { Footnotes, type RawFootnote } from "./footnotes.ts";
import { soleImageBlock } from "./images.ts";
import { type Inlines, readHtmlInlines, readInlineSteps, readInlines } from "./inlines.ts";
import { soleAnchorIn, withoutHeadingAnchor } from "./named-anchors.ts";
import { readPipeTable } from "./tables.ts";
import { readContainerTag, readVoidTag } from "./tags.ts";

/**
 * Reads Markdown without front matter as blocks. Any input is valid: unknown syntax is read as text. Throws
 * `TooManyNodesError` as soon as the document has too many nodes.
 */
export function readMarkdown(source: string): Block[] {
  return finish(readSteps(source));
}

export function* readSteps(source: string): Steps<Block[]> {
  const { root } = yield* parseBlocks(normalizeLines(source));
  return (yield* new BlockBuilder(root, source).build()).flat();
}

/** A range of lines with its blocks. The lines of a link definition have no block. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

export interface Segments {
  readonly all: readonly Segment[];
  readonly notes: ReadonlyMap<string, string>;
}

/** The blocks of a text with their lines. Blocks that share a line are one segment. */
export function* readSegments(source: string): Steps<Segments | undefined> {
  const { root, starts } = yield* parseBlocks(normalizeLines(source));
  const builder = new BlockBuilder(root, source);
  const built = yield* builder.build();
  if (built.length !== starts.length) return undefined;
  const groups: { from: number; blocks: Block[] }[] = [];
  for (const [i, { line, isShared }] of starts.entries()) {
    const [last, blocks] = [groups.at(-1), built[i] ?? []];
    // Leading blank lines belong to the first segment.
    if (last === undefined) groups.push({ from: 0, blocks });
    else if (isShared) last.blocks.push(...blocks);
    else groups.push({ from: line, blocks });
  }
  const end = source.split("\n").length;
  const all = groups.map((group, i) => ({ ...group, to: groups[i + 1]?.from ?? end }));
  return { all, notes: builder.footnoteLabels() };
}

/** The number of blocks that are read per step. Large blocks have steps of their own. */
const blocksPerStep = 16;

class BlockBuilder implements ReadContext {
  readonly #root: RawContainer;
  readonly #hasDualDestinations: boolean;
  readonly #anchors = new Anchors();
  readonly #expandables: { readonly title: string; readonly meta: { id: string } }[] = [];
  readonly #definitions = new Definitions();
  readonly #footnotes = new Footnotes((children) => nonEmptyBlocks(finish(this.#readFootnoteBody(children))));
  /** The paragraphs at the places of footnotes, until it is known which footnotes have references. */
  readonly #placeholders = new Map<Block, RawFootnote>();
  /** The name of the anchor before the next block, if that is a heading. */
  #anchorBefore: string | undefined;
  #isInFootnote = false;
  #nodeCount = 0;
  readonly #step = new StepCounter(blocksPerStep);
  readonly #countsNodes: boolean;
  readonly inlineContext: InlineContext = {
    definitions: this.#definitions,
    referenceFootnote: (label) => (this.#isInFootnote ? undefined : this.#footnotes.reference(label)),
    releaseFootnote: (body) => this.#footnotes.release(body),
  };

  constructor(root: RawContainer, source: string) {
    this.#root = root;
    this.#hasDualDestinations = hasDualDestinations(source);
    this.#countsNodes = mayHaveTooManyNodes(source);
  }

  /** Reads the blocks of each child of the root. */
  *build(): Steps<Block[][]> {
    this.#definitions.collect(this.#root);
    for (const raw of this.#definitions.footnotes) this.#footnotes.define(raw);
    const read: { blocks: Block[]; hasNotes: boolean }[] = [];
    for (const child of this.#root.children) {
      const placeholders = this.#placeholders.size;
      const blocks: Block[] = [];
      if (!this.#readShort(blocks, child)) yield* this.#readLong(blocks, child);
      if (this.#step.isComplete()) yield;
      read.push({ blocks, hasNotes: this.#placeholders.size > placeholders });
    }
    const notes = yield* this.#readUnusedNotes();
    const built = read.map(({ blocks, hasNotes }) =>
      this.#withWrittenLinks(hasNotes ? replaceBlocks(blocks, notes) : blocks),
    );
    for (const { title, meta } of this.#expandables) meta.id = this.#anchors.next(title);
    return built;
  }

  /** The blocks that replace the placeholders of footnotes. A footnote without references is read as text. */
  *#readUnusedNotes(): Steps<ReadonlyMap<Block, readonly Block[]>> {
    const blocks = new Map<Block, readonly Block[]>();
    for (const [placeholder, raw] of this.#placeholders) {
      const isUnused = this.#footnotes.isUnused(raw);
      const body = isUnused ? yield* this.#readFootnoteBody(raw.children) : [];
      blocks.set(placeholder, isUnused ? withPrefix(`[^${raw.label}]: `, body) : []);
    }
    return blocks;
  }

  #withWrittenLinks(blocks: Block[]): Block[] {
    return this.#hasDualDestinations ? withWrittenDestinations(blocks) : blocks;
  }

  footnoteLabels(): Map<string, string> {
    return new Map(
      this.#footnotes
        .referenced()
        .map(({ label, body }) => [identityOf(this.#withWrittenLinks([...body])), label]),
    );
  }

  *readBlocks(children: readonly RawBlock[]): Steps<Block[]> {
    const blocks: Block[] = [];
    for (const child of children) {
      if (!this.#readShort(blocks, child)) yield* this.#readLong(blocks, child);
      if (this.#step.isComplete()) yield;
    }
    return blocks;
  }

  /** Reads a short paragraph or heading at once, as most blocks are. Returns false for other blocks. */
  #readShort(blocks: Block[], raw: RawBlock): boolean {
    if (!isShort(raw)) return false;
    if (raw.kind === "heading") {
      const { title, name } = withoutHeadingAnchor(raw.text);
      const { nodes } = readInlines(title.trim(), this.inlineContext);
      this.#add(blocks, raw, this.createHeading(raw.level, nodes, normalizeAnchor(name)));
    } else {
      const source = trimBlankEnd(raw.lines.join("\n"));
      this.#add(blocks, raw, literalParagraph(source) ?? blockOf(readInlines(source, this.inlineContext)));
    }
    return true;
  }

  *#readLong(blocks: Block[], raw: RawBlock): Steps<void> {
    if (isComment(raw)) return;
    const name = anchorNameIn(raw);
    this.#add(blocks, raw, name === undefined ? yield* this.#readBlock(raw) : []);
    // An anchor alone in a paragraph belongs to the heading after it.
    this.#anchorBefore = normalizeAnchor(name);
  }

  #add(blocks: Block[], raw: RawBlock, read: Block | Block[]): void {
    for (const block of Array.isArray(read) ? read : [read]) {
      // The blocks in a container have been counted.
      if (this.#countsNodes) this.#nodeCount += isContainer(raw) ? 1 : countNodes(block);
      if (!isEmptyParagraph(block)) blocks.push(block);
    }
    this.#anchorBefore = undefined;
    this.requireRoom(0);
  }

  *readNonEmpty(children: readonly RawBlock[]): Steps<readonly Block[]> {
    return this.#nonEmpty(yield* this.readBlocks(children));
  }

  #nonEmpty(read: readonly Block[]): readonly Block[] {
    const blocks = nonEmptyBlocks(read);
    const [only] = blocks;
    if (only !== undefined && isEmptyParagraph(only)) this.#nodeCount += countNodes(only);
    return blocks;
  }

  requireRoom(nodes: number): void {
    if (this.#nodeCount + nodes > maxNodes) throw new TooManyNodesError();
  }

  readInlines(source: string): Node[] {
    return readInlines(source, this.inlineContext).nodes;
  }

  readHtmlInlines(source: string): Node[] {
    return readHtmlInlines(source.trim(), this.inlineContext).nodes;
  }

  createHeading(level: number, nodes: readonly Node[], id?: string, align?: "center" | "end"): Block {
    const anchor = this.#anchors.next(plainText(nodes), id ?? this.#anchorBefore);
    const type = `heading-${Math.min(3, level) as 1 | 2 | 3}` as const;
    const content = nodes.length === 0 ? [text(leaf(""))] : nodes;
    const data = align === undefined ? { id: anchor } : { id: anchor, align };
    return { ...block(type, data, content), meta: { id: anchor } };
  }

  /** Creates an expandable. It gets its anchor at the end, so that the anchors of headings do not depend on expandables. */
  createExpandable(data: BlockData["expandable"], title: readonly Node[], body: readonly Block[]): Block {
    const meta = { id: "" };
    this.#expandables.push({ title: plainText(title), meta });
    const fragments = [fragment("expandable-title", [paragraph(title)]), fragment("expandable-body", body)];
    return { ...voidBlock("expandable", data, fragments), meta };
  }

  /** Reads the blocks of a footnote. References to footnotes in it are text. */
  *#readFootnoteBody(children: readonly RawBlock[]): Steps<Block[]> {
    const [wasInFootnote, anchorBefore] = [this.#isInFootnote, this.#anchorBefore];
    this.#isInFootnote = true;
    this.#anchorBefore = undefined;
    const blocks = yield* this.#definitions.readFootnote(this.readBlocks(children));
    this.#isInFootnote = wasInFootnote;
    this.#anchorBefore = anchorBefore;
    return blocks;
  }

  *#readBlock(raw: RawBlock): Steps<Block | Block[]> {
    switch (raw.kind) {
      case "paragraph":
        return yield* this.#readParagraph(raw.lines.join("\n"));
      case "heading":
        return yield* this.#readHeading(raw.level, raw.text);
      case "divider":
        return voidBlock("divider", {});
      case "code":
        this.requireRoom(nodesPerCodeLine * raw.lines.length);
        return yield* codeBlock(raw);
      case "math":
        if (raw.isClosed) return voidBlock("math", { formula: raw.lines.join("\n") });
        return literalParagraphs(["$$", ...raw.lines].join("\n"));
      case "table":
        return yield* readPipeTable(raw, this);
      case "element":
        return yield* readElement(raw, this);
      case "void-tag":
        return readVoidTag(raw, this);
      case "tag":
      case "details":
        return yield* this.#definitions.readIn(raw, readContainerTag(raw, this));
      case "quote":
        return block("blockquote", {}, yield* this.readNonEmpty(raw.children));
      case "list":
        return yield* this.#readList(raw);
      case "item":
      case "document":
        return yield* this.readBlocks(raw.children);
      case "footnote": {
        const placeholder = paragraph([text(leaf(`[^${raw.label}]:`))]);
        this.#placeholders.set(placeholder, raw);
        return placeholder;
      }
    }
  }

  *#readParagraph(lines: string): Steps<Block | Block[]> {
    const source = trimBlankEnd(lines);
    return literalParagraph(source) ?? blockOf(yield* readInlineSteps(source, this.inlineContext));
  }

  *#readHeading(level: number, source: string): Steps<Block> {
    const { title, name } = withoutHeadingAnchor(source);
    const { nodes } = yield* readInlineSteps(title.trim(), this.inlineContext);
    return this.createHeading(level, nodes, normalizeAnchor(name));
  }

  /** Reads the content of an item that is one short paragraph; undefined for other content. */
  #readShortItem([only, ...others]: readonly RawBlock[]): readonly Block[] | undefined {
    const blocks: Block[] = [];
    const isRead = only !== undefined && others.length === 0 && this.#readShort(blocks, only);
    return isRead ? this.#nonEmpty(blocks) : undefined;
  }

  *#readList({ isOrdered, start, children }: Extract<RawBlock, { kind: "list" }>): Steps<Block> {
    const items: BlockOf<"list-item">[] = [];
    for (const item of children) {
      const content = isContainer(item) ? item.children : [];
      const { checked, blocks } = isOrdered ? { blocks: content } : readCheckbox(content);
      const data = checked === undefined ? {} : { checked };
      items.push(block("list-item", data, this.#readShortItem(blocks) ?? (yield* this.readNonEmpty(blocks))));
      this.#nodeCount++;
      if (this.#step.isComplete()) yield;
    }
    if (isOrdered) return block("list-ordered", start === 1 ? {} : { start }, items);
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return block(isTasks ? "list-tasks" : "list-unordered", {}, items);
  }
}

/** Texts up to this number of characters are read in one step. */
const maxShortText = 2_000;

/** Whether a block is a short paragraph or heading. An anchor may be alone in a paragraph that starts with a tag. */
function isShort(raw: RawBlock): raw is Extract<RawBlock, { kind: "paragraph" | "heading" }> {
  if (raw.kind === "heading") return raw.text.length <= maxShortText;
  if (raw.kind !== "paragraph" || raw.lines[0]?.startsWith("<")) return false;
  let length = 0;
  for (const line of raw.lines) length += line.length + 1;
  return length <= maxShortText;
}

/** A paragraph without text, or with a tag that is not known; undefined for others. */
function literalParagraph(source: string): Block | Block[] | undefined {
  if (source.trim() === "") return source === "" ? [] : paragraph([text(leaf(source))]);
  return /^\{%.*%\}$/.test(source) ? literalParagraphs(source) : undefined;
}

/** The block of a paragraph, which is an image if it has nothing else. */
function blockOf({ nodes, image }: Inlines): Block {
  if (image === undefined) return paragraph(nodes);
  return soleImageBlock(image, image.caption ? [paragraph([text(leaf(image.caption))])] : []);
}

/** Whether a block is an invisible comment. One in which a condition starts or ends is text, so that its content is found. */
function isComment(raw: RawBlock): boolean {
  if (raw.kind !== "element" || raw.name !== "!--" || raw.isClosed !== true) return false;
  return !hasOpenCondition(raw.lines.join("\n"));
}

function anchorNameIn(raw: RawBlock): string | undefined {
  const isTag = raw.kind === "paragraph" && raw.lines[0]?.startsWith("<") === true;
  return isTag ? soleAnchorIn(raw.lines.join("\n")) : undefined;
}

/** Reads the checkbox of an item. Without text after it, it is text. */
function readCheckbox(blocks: readonly RawBlock[]): { checked?: boolean; blocks: readonly RawBlock[] } {
  const [first, ...others] = blocks;
  if (first?.kind !== "paragraph" || !first.lines[0]?.startsWith("[")) return { blocks };
  const [line = "", ...lines] = first.lines;
  const [box, mark] = /^\[([ xX])\](?:[ \t]+(?=[^ \t])|[ \t]*$)/.exec(line) ?? [];
  const rest = line.slice(box?.length ?? 0);
  if (box === undefined || (rest === "" && lines.length === 0)) return { blocks };
  const paragraph: RawBlock = { kind: "paragraph", lines: rest === "" ? lines : [rest, ...lines] };
  return { checked: mark !== " ", blocks: [paragraph, ...others] };
}

function withPrefix(prefix: string, blocks: readonly Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.type !== "paragraph") return [paragraph([text(leaf(prefix.trim()))]), ...blocks];
  return [paragraph(mergeTexts([text(leaf(prefix)), ...(first.nodes ?? [])])), ...others];
}

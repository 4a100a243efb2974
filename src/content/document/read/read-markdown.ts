import { finish, StepCounter, type Steps } from "../../../platform/index.ts";
import {
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
  type AssignedAnchor,
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
import { readHtmlInlines, readInlineSteps, readInlines } from "./inlines.ts";
import { withoutHeadingAnchor } from "./named-anchors.ts";
import {
  anchorNameIn,
  blockOf,
  isComment,
  isShort,
  literalParagraph,
  readCheckbox,
  withPrefix,
} from "./paragraphs.ts";
import type { EarlierText, Expandable, Part, PartContext } from "./parts.ts";
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
  return yield* new BlockBuilder(root, source).buildOnce();
}

/** The number of blocks that are read per step. Large blocks have steps of their own. */
const blocksPerStep = 16;

/** Reads the blocks of a parsed text. */
export class BlockBuilder implements ReadContext {
  readonly #root: RawContainer;
  readonly #hasDualDestinations: boolean;
  readonly #anchors = new Anchors();
  readonly #expandables: Expandable[] = [];
  readonly #definitions = new Definitions();
  readonly #footnotes = new Footnotes((children) => nonEmptyBlocks(finish(this.#readFootnoteBody(children))));
  /** The paragraphs at the places of footnotes, until it is known which footnotes have references. */
  readonly #placeholders = new Map<Block, RawFootnote>();
  /** The name of the anchor before the next block, if that is a heading. */
  #anchorBefore: string | undefined;
  #isInFootnote = false;
  #nodeCount = 0;
  #hasOpenConditions = false;
  /** The anchors of the part that is read, and whether it refers to footnotes. */
  #assigned: AssignedAnchor[] = [];
  #usesNotes = false;
  readonly #step = new StepCounter(blocksPerStep);
  readonly #countsNodes: boolean;
  readonly inlineContext: InlineContext = {
    definitions: this.#definitions,
    referenceFootnote: (label) => {
      if (this.#isInFootnote) return undefined;
      this.#usesNotes = true;
      return this.#footnotes.reference(label);
    },
    releaseFootnote: (body) => this.#footnotes.release(body),
  };

  constructor(root: RawContainer, source: string) {
    this.#root = root;
    this.#hasDualDestinations = hasDualDestinations(source);
    this.#countsNodes = mayHaveTooManyNodes(source);
  }

  /** The children of the root as JSON. Call it before `build`, which removes link definitions from them. */
  collectSources(): string[] {
    return this.#root.children.map((child) => {
      // Where a tag of a condition is text, definitions are not collected.
      const source = `${this.#definitions.textDepth} ${JSON.stringify(child)}`;
      this.#definitions.collect(child);
      this.#hasOpenConditions ||= this.#definitions.textDepth > 0;
      return source;
    });
  }

  get context(): PartContext {
    return {
      definitions: JSON.stringify(Array.from(this.#definitions.ofDocument)),
      hasFootnotes: this.#definitions.footnotes.length > 0,
      hasOpenConditions: this.#hasOpenConditions,
    };
  }

  /** Reads the blocks of a text of which no other version is read. */
  *buildOnce(): Steps<Block[]> {
    this.#definitions.collect(this.#root);
    return ((yield* this.build([])) ?? []).flatMap(({ blocks }) => blocks);
  }

  get nodeCount(): number {
    return this.#nodeCount;
  }

  /** Reads the blocks of each child of the root, given their sources. Undefined if the anchor of an earlier part would change. */
  *build(sources: readonly string[], earlier?: EarlierText): Steps<Part[] | undefined> {
    for (const raw of this.#definitions.footnotes) this.#footnotes.define(raw);
    const { before = [], changed, after = [] } = earlier ?? {};
    const reused = new Set<Part>();
    const parts: Part[] = [];
    const reuse = (part: Part | undefined) => {
      if (part === undefined || !this.#reuse(part)) return false;
      reused.add(part);
      parts.push(part);
      return true;
    };
    if (!before.every(reuse)) return undefined;
    for (const [i, child] of this.#root.children.entries()) {
      const source = sources[i] ?? "";
      if (!reuse(changed?.take(source))) parts.push(yield* this.#readPart(child, source));
      if (this.#step.isComplete()) yield;
    }
    if (!after.every(reuse)) return undefined;
    const notes = yield* this.#readUnusedNotes();
    for (const part of parts)
      if (!reused.has(part))
        part.blocks = this.#withWrittenLinks(part.hasNotes ? replaceBlocks(part.blocks, notes) : part.blocks);
    return this.#assignAnchors(reused) ? parts : undefined;
  }

  /** Takes over an earlier part. Returns false if its anchors would be different. */
  #reuse(part: Part): boolean {
    if (part.anchorBefore !== this.#anchorBefore || !this.#anchors.assign(part.anchors)) return false;
    this.#anchorBefore = part.anchorAfter;
    this.#expandables.push(...part.expandables);
    this.#nodeCount += part.nodeCount;
    this.requireRoom(0);
    return true;
  }

  *#readPart(raw: RawBlock, source: string): Steps<Part> {
    const [anchorBefore, nodeCount] = [this.#anchorBefore, this.#nodeCount];
    const [placeholders, expandables] = [this.#placeholders.size, this.#expandables.length];
    this.#assigned = [];
    this.#usesNotes = false;
    this.#definitions.isUsed = false;
    const blocks: Block[] = [];
    if (!this.#readShort(blocks, raw)) yield* this.#readLong(blocks, raw);
    return {
      source,
      blocks,
      nodeCount: this.#nodeCount - nodeCount,
      hasNotes: this.#placeholders.size > placeholders,
      usesNotes: this.#usesNotes,
      usesDefinitions: this.#definitions.isUsed,
      anchorBefore,
      anchorAfter: this.#anchorBefore,
      anchors: this.#assigned,
      expandables: this.#expandables.slice(expandables),
    };
  }

  /** Assigns the anchors of expandables. Returns false if one of an earlier part would change. */
  #assignAnchors(reused: ReadonlySet<Part>): boolean {
    const before = new Set(Array.from(reused).flatMap(({ expandables }) => expandables));
    for (const expandable of this.#expandables) {
      const anchor = this.#anchors.next(expandable.title);
      if (!before.has(expandable)) expandable.meta.id = anchor;
      else if (expandable.meta.id !== anchor) return false;
    }
    return true;
  }

  /** The blocks that replace the placeholders of footnotes. A footnote without references is read as text. */
  *#readUnusedNotes(): Steps<ReadonlyMap<Block, readonly Block[]>> {
    this.#assigned = [];
    const blocks = new Map<Block, readonly Block[]>();
    for (const [placeholder, raw] of this.#placeholders) {
      const isUnused = this.#footnotes.isUnused(raw);
      const body = isUnused ? yield* this.#readFootnoteBody(raw.children) : [];
      blocks.set(placeholder, isUnused ? withPrefix(`[^${raw.label}]: `, body) : []);
    }
    return blocks;
  }

  #withWrittenLinks(blocks: readonly Block[]): readonly Block[] {
    return this.#hasDualDestinations ? withWrittenDestinations(blocks) : blocks;
  }

  footnoteLabels(): Map<string, string> {
    return new Map(
      this.#footnotes
        .referenced()
        .map(({ label, body }) => [identityOf(this.#withWrittenLinks(body)), label]),
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
    const [title, explicit] = [plainText(nodes), id ?? this.#anchorBefore];
    const anchor = this.#anchors.next(title, explicit);
    this.#assigned.push({ title, explicit, anchor });
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

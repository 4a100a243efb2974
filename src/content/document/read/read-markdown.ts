import {
  finish,
  isContainer,
  matchAt,
  normalizeLines,
  parseBlocks,
  type RawBlock,
  type RawContainer,
  type Steps,
  trimBlankEnd,
} from "../../markdown/syntax/index.ts";
import {
  Anchors,
  type Block,
  block,
  hasDualAddresses,
  identityOf,
  isEmptyParagraph,
  leaf,
  mergeTexts,
  type Node,
  nonEmptyBlocks,
  normalizeAnchor,
  paragraph,
  plainText,
  text,
  voidBlock,
  withWrittenAddresses,
} from "../model/index.ts";
import { codeBlock } from "./code.ts";
import { type InlineContext, literalParagraphs, type ReadContext } from "./context.ts";
import { readElement } from "./elements.ts";
import { Footnotes } from "./footnotes.ts";
import { soleImageBlock } from "./images.ts";
import { readHtmlInlines, readInlines } from "./inlines.ts";
import { definitionAt, type LinkTarget } from "./link-syntax.ts";
import { readPipeTable } from "./tables.ts";
import { readContainerTag, readVoidTag } from "./tags.ts";

/** Reads Markdown without front matter as blocks. Every text is valid: unknown syntax is text. */
export function readMarkdown(source: string): Block[] {
  return finish(readSteps(source));
}

export function* readSteps(source: string): Steps<Block[]> {
  const { root } = yield* parseBlocks(normalizeLines(source));
  return (yield* new BlockBuilder(root, source).build()).flat();
}

/** A range of lines, and the blocks on them. A link definition has lines, but no block. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

export interface Segments {
  readonly all: readonly Segment[];
  readonly notes: ReadonlyMap<string, string>;
}

/** The blocks of a text with their lines. Undefined if several blocks share a line. */
export function readSegments(source: string): Segments | undefined {
  const { root, starts } = finish(parseBlocks(normalizeLines(source)));
  const builder = new BlockBuilder(root, source);
  const built = finish(builder.build());
  const ends = [...starts.slice(1), source.split("\n").length];
  if (built.length !== starts.length || starts.some((from, i) => from >= (ends[i] ?? 0))) return undefined;
  // Leading blank lines belong to the first segment.
  const all = built.map((blocks, i) => ({ from: i === 0 ? 0 : (starts[i] ?? 0), to: ends[i] ?? 0, blocks }));
  return { all, notes: builder.footnoteLabels() };
}

class BlockBuilder implements ReadContext {
  readonly #root: RawContainer;
  readonly #hasDualAddresses: boolean;
  readonly #anchors = new Anchors();
  readonly #definitions = new Map<string, LinkTarget>();
  readonly #footnotes = new Footnotes((children) => nonEmptyBlocks(this.#footnoteBody(children)));
  #isInFootnote = false;
  readonly inline: InlineContext = {
    definitions: this.#definitions,
    footnote: (label) => (this.#isInFootnote ? undefined : this.#footnotes.refer(label)),
    releaseFootnote: (body) => this.#footnotes.release(body),
  };

  constructor(root: RawContainer, source: string) {
    this.#root = root;
    this.#hasDualAddresses = hasDualAddresses(source);
  }

  /** The blocks of each child of the root. A footnote without references is text. */
  *build(): Steps<Block[][]> {
    this.#collect(this.#root);
    const built: Block[][] = [];
    for (const child of this.#root.children) {
      built.push(this.#written(this.blocks([child])));
      yield;
    }
    return built.map((blocks, i) => {
      const child = this.#root.children[i];
      if (child?.kind !== "footnote" || !this.#footnotes.isUnused(child)) return blocks;
      return this.#written(withPrefix(`[^${child.label}]: `, this.#footnoteBody(child.children)));
    });
  }

  #written(blocks: Block[]): Block[] {
    return this.#hasDualAddresses ? withWrittenAddresses(blocks) : blocks;
  }

  footnoteLabels(): Map<string, string> {
    return new Map(
      this.#footnotes.used().map(({ label, body }) => [identityOf(this.#written([...body])), label]),
    );
  }

  blocks(children: readonly RawBlock[]): Block[] {
    return children.flatMap((child) => this.#block(child)).filter((each) => !isEmptyParagraph(each));
  }

  inlines(source: string): Node[] {
    return readInlines(source, this.inline).nodes;
  }

  htmlInlines(source: string): Node[] {
    return readHtmlInlines(source.trim(), this.inline).nodes;
  }

  heading(level: number, nodes: readonly Node[], id?: string, align?: "center" | "end"): Block {
    const anchor = this.#anchors.next(plainText(nodes), id);
    const type = `heading-${Math.min(3, level) as 1 | 2 | 3}` as const;
    const content = nodes.length === 0 ? [text(leaf(""))] : nodes;
    return { ...block(type, { id: anchor, align }, content), meta: { id: anchor } };
  }

  /** Collects footnotes and link definitions, and removes the definitions from their paragraphs. */
  #collect(raw: RawBlock): void {
    if (raw.kind === "footnote") this.#footnotes.define(raw);
    if (isContainer(raw)) for (const child of raw.children) this.#collect(child);
    if (raw.kind !== "paragraph" || !raw.lines[0]?.startsWith("[")) return;
    const source = raw.lines.join("\n");
    let at = 0;
    for (let found = definitionAt(source, at); found !== undefined; found = definitionAt(source, at)) {
      const { label, target, end } = found;
      if (!this.#definitions.has(label)) this.#definitions.set(label, target);
      at = end;
    }
    if (at > 0) raw.lines.splice(0, raw.lines.length, source.slice(at));
  }

  /** Reads the blocks of a footnote. References to footnotes in it are text. */
  #footnoteBody(children: readonly RawBlock[]): Block[] {
    const before = this.#isInFootnote;
    this.#isInFootnote = true;
    const blocks = this.blocks(children);
    this.#isInFootnote = before;
    return blocks;
  }

  #block(raw: RawBlock): Block | Block[] {
    switch (raw.kind) {
      case "paragraph":
        return this.#paragraph(raw.lines.join("\n"));
      case "heading":
        return this.#heading(raw.level, raw.text);
      case "divider":
        return voidBlock("divider", {});
      case "code":
        return codeBlock(raw);
      case "math":
        if (raw.isClosed) return voidBlock("math", { formula: raw.lines.join("\n") });
        return literalParagraphs(["$$", ...raw.lines].join("\n"));
      case "table":
        return readPipeTable(raw, this);
      case "element":
        return readElement(raw, this);
      case "void-tag":
        return readVoidTag(raw, this);
      case "tag":
      case "details":
        return readContainerTag(raw, this);
      case "quote":
        return block("blockquote", {}, nonEmptyBlocks(this.blocks(raw.children)));
      case "list":
        return this.#list(raw);
      case "item":
      case "document":
        return this.blocks(raw.children);
      case "footnote":
        return [];
    }
  }

  #paragraph(lines: string): Block[] {
    const source = trimBlankEnd(lines);
    if (source.trim() === "") return source === "" ? [] : [paragraph([text(leaf(source))])];
    if (/^\{%.*%\}$/.test(source)) return literalParagraphs(source);
    const { nodes, image } = readInlines(source, this.inline);
    if (image === undefined) return [paragraph(nodes)];
    return [soleImageBlock(image, image.caption ? [paragraph([text(leaf(image.caption))])] : [])];
  }

  /** Reads a heading. An empty link with an id after its title is an explicit anchor. */
  #heading(level: number, source: string): Block {
    const at = source.lastIndexOf("<a");
    const anchor = at < 0 || source[at - 1] === "\\" ? undefined : matchAt(explicitAnchor, source, at);
    const title = anchor === undefined ? source : source.slice(0, at);
    return this.heading(level, this.inlines(title.trim()), normalizeAnchor(anchor?.[1]));
  }

  #list({ isOrdered, start, children }: Extract<RawBlock, { kind: "list" }>): Block {
    const items = children.map((item) => {
      const content = isContainer(item) ? item.children : [];
      const { checked, blocks } = isOrdered ? { blocks: content } : readCheckbox(content);
      return block("list-item", { checked }, nonEmptyBlocks(this.blocks(blocks)));
    });
    if (isOrdered) return block("list-ordered", start === 1 ? {} : { start }, items);
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return block(isTasks ? "list-tasks" : "list-unordered", {}, items);
  }
}

const explicitAnchor = /<a\b[^<>]{0,300}\b(?:id|name)="([^"<>]{0,200})"[^<>]{0,300}>\s*<\/a>\s*$/y;

function readCheckbox(blocks: readonly RawBlock[]): { checked?: boolean; blocks: readonly RawBlock[] } {
  const [first, ...others] = blocks;
  if (first?.kind !== "paragraph") return { blocks };
  const [line = "", ...lines] = first.lines;
  const [box, mark] = /^\[([ xX])\](?:[ \t]+|$)/.exec(line) ?? [];
  if (box === undefined) return { blocks };
  const rest: RawBlock = { kind: "paragraph", lines: [line.slice(box.length), ...lines] };
  return { checked: mark !== " ", blocks: [rest, ...others] };
}

function withPrefix(prefix: string, blocks: readonly Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.type !== "paragraph") return [paragraph([text(leaf(prefix.trim()))]), ...blocks];
  return [paragraph(mergeTexts([text(leaf(prefix)), ...(first.nodes ?? [])])), ...others];
}

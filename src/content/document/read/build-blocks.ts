import {
  isContainer,
  matchAt,
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
import { readElement } from "./elements.ts";
import { Footnotes } from "./footnotes.ts";
import { imageAlone } from "./images.ts";
import { readHtmlInlines, readInlines } from "./inlines.ts";
import { definitionAt, type LinkTarget } from "./link-syntax.ts";
import { type HeadingOptions, type InlineContext, literalParagraphs, type ReadContext } from "./reading.ts";
import { pipeTable } from "./tables.ts";
import { readContainerTag, readVoidTag } from "./tags.ts";

/** Turns raw blocks into those of a document. */
export class BlockBuilder implements ReadContext {
  readonly #root: RawContainer;
  readonly #hasMarks: boolean;
  readonly #anchors = new Anchors();
  readonly #definitions = new Map<string, LinkTarget>();
  readonly #footnotes = new Footnotes((children) =>
    this.#withoutFootnotes(() => nonEmptyBlocks(this.blocks(children))),
  );
  #isInFootnote = false;
  readonly context: InlineContext = {
    definitions: this.#definitions,
    footnote: (label) => (this.#isInFootnote ? undefined : this.#footnotes.refer(label)),
    releaseNote: (body) => this.#footnotes.release(body),
  };

  constructor(root: RawContainer, source: string) {
    this.#root = root;
    this.#hasMarks = hasDualAddresses(source);
  }

  /** The blocks that each of the raw ones makes. A footnote to which nothing refers is text. */
  *buildEach(): Steps<Block[][]> {
    this.#collect(this.#root);
    const built: Block[][] = [];
    for (const child of this.#root.children) {
      built.push(this.#written(this.blocks([child])));
      yield;
    }
    return built.map((blocks, i) => {
      const child = this.#root.children[i];
      const isUnused = child?.kind === "footnote" && this.#footnotes.isUnused(child);
      return isUnused ? this.#unusedNote(child) : blocks;
    });
  }

  #unusedNote({ label, children }: Extract<RawBlock, { kind: "footnote" }>): Block[] {
    const body = this.#withoutFootnotes(() => this.blocks(children));
    return this.#written(withWords(`[^${label}]: `, body));
  }

  #written(blocks: Block[]): Block[] {
    return this.#hasMarks ? withWrittenAddresses(blocks) : blocks;
  }

  /** The labels of the footnotes that are referred to, by what they say. */
  noteLabels(): Map<string, string> {
    return new Map(
      this.#footnotes.used().map(({ label, body }) => [identityOf(this.#written([...body])), label]),
    );
  }

  blocks(children: readonly RawBlock[]): Block[] {
    return children.flatMap((child) => this.#block(child)).filter((each) => !isEmptyParagraph(each));
  }

  inlines(source: string): Node[] {
    return readInlines(source, this.context).nodes;
  }

  htmlInlines(source: string): Node[] {
    return readHtmlInlines(source.trim(), this.context).nodes;
  }

  heading(level: number, nodes: readonly Node[], { id, align }: HeadingOptions = {}): Block {
    const anchor = this.#anchors.next(plainText(nodes), id);
    const type = `heading-${Math.min(3, level) as 1 | 2 | 3}` as const;
    const filled = nodes.length === 0 ? [text(leaf(""))] : nodes;
    return { ...block(type, { id: anchor, align }, filled), meta: { id: anchor } };
  }

  /** Finds what text elsewhere may refer to, and takes it out. */
  #collect(raw: RawBlock): void {
    if (raw.kind === "footnote") this.#footnotes.define(raw);
    if (isContainer(raw)) for (const child of raw.children) this.#collect(child);
    if (raw.kind !== "paragraph" || !raw.lines[0]?.startsWith("[")) return;
    const source = raw.lines.join("\n");
    let at = 0;
    for (let found = definitionAt(source, at); found !== undefined; found = definitionAt(source, at)) {
      const { label, definition, end } = found;
      if (!this.#definitions.has(label)) this.#definitions.set(label, definition);
      at = end;
    }
    if (at > 0) raw.lines.splice(0, raw.lines.length, source.slice(at));
  }

  #withoutFootnotes<T>(work: () => T): T {
    const before = this.#isInFootnote;
    this.#isInFootnote = true;
    try {
      return work();
    } finally {
      this.#isInFootnote = before;
    }
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
        return pipeTable(raw, this);
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
    const { nodes, image } = readInlines(source, this.context);
    if (image === undefined) return [paragraph(nodes)];
    return [imageAlone(image, !image.caption ? [] : [text(leaf(image.caption))])];
  }

  #heading(level: number, source: string): Block {
    const { title, id } = chosenIn(source);
    return this.heading(level, this.inlines(title.trim()), id === undefined ? {} : { id });
  }

  #list({ isOrdered, start, children }: Extract<RawBlock, { kind: "list" }>): Block {
    const items = children.map((item) => {
      const { checked, blocks }: Task = isOrdered ? { blocks: contentOf(item) } : taskOf(item);
      return block("list-item", { checked }, nonEmptyBlocks(this.blocks(blocks)));
    });
    if (isOrdered) return block("list-ordered", start === 1 ? {} : { start }, items);
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return block(isTasks ? "list-tasks" : "list-unordered", {}, items);
  }
}

const anchor = /<a\b[^<>]{0,300}\b(?:id|name)="([^"<>]{0,200})"[^<>]{0,300}>\s*<\/a>\s*$/y;

/** The anchor that was chosen for a heading stands behind its title, as an empty link. */
function chosenIn(source: string): { title: string; id?: string } {
  const at = source.lastIndexOf("<a");
  const [, chosen] = at < 0 || source[at - 1] === "\\" ? [] : (matchAt(anchor, source, at) ?? []);
  if (chosen === undefined) return { title: source };
  const id = normalizeAnchor(chosen);
  return { title: source.slice(0, at), ...(id !== undefined && { id }) };
}

function contentOf(item: RawBlock): readonly RawBlock[] {
  return isContainer(item) ? item.children : [];
}

interface Task {
  readonly checked?: boolean;
  readonly blocks: readonly RawBlock[];
}

/** Whether an item begins with a box, and what it is without it. */
function taskOf(item: RawBlock): Task {
  const blocks = contentOf(item);
  const [first, ...others] = blocks;
  const line = first?.kind === "paragraph" ? (first.lines[0] ?? "") : "";
  const [box, mark] = /^\[([ xX])\](?:[ \t]+|$)/.exec(line) ?? [];
  if (box === undefined || first?.kind !== "paragraph") return { blocks };
  const lines = [line.slice(box.length), ...first.lines.slice(1)];
  return { checked: mark !== " ", blocks: [{ kind: "paragraph", lines }, ...others] };
}

/** The blocks with some words before all. */
function withWords(words: string, blocks: readonly Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.type !== "paragraph") return [paragraph([text(leaf(words.trim()))]), ...blocks];
  return [paragraph(mergeTexts([text(leaf(words)), ...(first.nodes ?? [])])), ...others];
}

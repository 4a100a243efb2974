import { Anchors, chosenAnchor } from "../anchors.ts";
import { atLeastOne, block, isBlank, joinTexts, leaf, paragraph, text, voidBlock } from "../build.ts";
import type { Block, Node } from "../model.ts";
import { plainText } from "../plain-text.ts";
import type { Steps } from "../steps.ts";
import { codeBlock } from "./code.ts";
import { readElement } from "./elements.ts";
import { Footnotes } from "./footnotes.ts";
import { imageAlone } from "./images.ts";
import type { InlineContext } from "./inline-context.ts";
import { readHtmlInlines, readInlines } from "./inlines.ts";
import { type Definition, definitionAt } from "./link-syntax.ts";
import { pipeTable } from "./pipe-table.ts";
import { literalParagraphs, type Reading } from "./reading.ts";
import { isContainer, type Rough, type RoughContainer } from "./rough.ts";
import { readContainerTag, readVoidTag } from "./tags.ts";

/** Turns rough blocks into those of a document. */
export class BlockBuilder implements Reading {
  readonly #root: RoughContainer;
  readonly #anchors = new Anchors();
  readonly #definitions = new Map<string, Definition>();
  readonly #footnotes = new Footnotes((children) =>
    this.#withoutFootnotes(() => atLeastOne(this.blocks(children))),
  );
  #isInFootnote = false;
  readonly context: InlineContext = {
    definitions: this.#definitions,
    footnote: (label) => (this.#isInFootnote ? undefined : this.#footnotes.refer(label)),
    releaseNote: (body) => this.#footnotes.release(body),
  };

  constructor(root: RoughContainer) {
    this.#root = root;
  }

  /** The blocks that each of the rough ones makes; behind them, those of footnotes to which nothing refers. */
  *buildEach(): Steps<Block[][]> {
    this.#collect(this.#root);
    const built: Block[][] = [];
    for (const child of this.#root.children) {
      built.push(this.blocks([child]));
      yield;
    }
    const unused = this.#footnotes.unused().map(({ label, children }) => {
      const body = this.#withoutFootnotes(() => this.blocks(children));
      return withWords(`[^${label}]: `, body);
    });
    return [...built, ...unused];
  }

  blocks(children: readonly Rough[]): Block[] {
    return children.flatMap((child) => this.#block(child)).filter((each) => !isBlank(each));
  }

  inlines(source: string): Node[] {
    return readInlines(source, this.context).nodes;
  }

  htmlInlines(source: string): Node[] {
    return readHtmlInlines(source.trim(), this.context).nodes;
  }

  heading(level: number, nodes: readonly Node[], { id, align }: { id?: string; align?: string } = {}): Block {
    const anchor = this.#anchors.next(plainText(nodes), id);
    const type = `heading-${Math.min(3, level) as 1 | 2 | 3}` as const;
    const filled = nodes.length === 0 ? [text(leaf(""))] : nodes;
    return { ...block(type, { id: anchor, align }, filled), meta: { id: anchor } };
  }

  /** Finds what text elsewhere may refer to, and takes it out. */
  #collect(rough: Rough): void {
    if (rough.kind === "footnote") this.#footnotes.define(rough.label, rough.children);
    if (isContainer(rough)) for (const child of rough.children) this.#collect(child);
    if (rough.kind !== "paragraph" || !rough.lines[0]?.startsWith("[")) return;
    const source = rough.lines.join("\n");
    let at = 0;
    for (let found = definitionAt(source, at); found !== undefined; found = definitionAt(source, at)) {
      const { label, definition, end } = found;
      if (!this.#definitions.has(label)) this.#definitions.set(label, definition);
      at = end;
    }
    if (at > 0) rough.lines.splice(0, rough.lines.length, source.slice(at));
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

  #block(rough: Rough): Block | Block[] {
    switch (rough.kind) {
      case "paragraph":
        return this.#paragraph(rough.lines.join("\n"));
      case "heading":
        return this.#heading(rough.level, rough.text);
      case "divider":
        return voidBlock("divider", {});
      case "code":
        return codeBlock(rough);
      case "math":
        if (rough.isClosed) return voidBlock("math", { formula: rough.lines.join("\n") });
        return literalParagraphs(["$$", ...rough.lines].join("\n"));
      case "table":
        return pipeTable(rough, this);
      case "element":
        return readElement(rough, this);
      case "void-tag":
        return readVoidTag(rough, this);
      case "tag":
      case "details":
        return readContainerTag(rough, this);
      case "quote":
        return block("blockquote", {}, atLeastOne(this.blocks(rough.children)));
      case "list":
        return this.#list(rough);
      case "item":
      case "document":
        return this.blocks(rough.children);
      case "footnote":
        return [];
    }
  }

  #paragraph(lines: string): Block[] {
    const source = lines.replace(/[ \t\n]+$/, "");
    if (source.trim() === "") return source === "" ? [] : [paragraph([text(leaf(source))])];
    if (/^\{%.*%\}$/.test(source)) return literalParagraphs(source);
    const { nodes, image } = readInlines(source, this.context);
    if (image === undefined) return [paragraph(nodes)];
    return [imageAlone(image, image.caption === undefined ? [] : [text(leaf(image.caption))])];
  }

  #heading(level: number, source: string): Block {
    const [anchor, id] =
      /[ \t]*(?<!\\)<a\b[^<>]{0,300}\bid="([^"<>]{0,200})"[^<>]{0,300}>\s*<\/a>\s*$/.exec(source) ?? [];
    const title = anchor === undefined ? source : source.slice(0, -anchor.length);
    const chosen = chosenAnchor(id);
    return this.heading(level, this.inlines(title.trim()), chosen === undefined ? {} : { id: chosen });
  }

  #list({ isOrdered, start, children }: Extract<Rough, { kind: "list" }>): Block {
    const items = children.map((item) => {
      const { checked, blocks }: Task = isOrdered ? { blocks: contentOf(item) } : taskOf(item);
      return block("list-item", { checked }, atLeastOne(this.blocks(blocks)));
    });
    if (isOrdered) return block("list-ordered", start === 1 ? {} : { start }, items);
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return block(isTasks ? "list-tasks" : "list-unordered", {}, items);
  }
}

function contentOf(item: Rough): readonly Rough[] {
  return isContainer(item) ? item.children : [];
}

interface Task {
  readonly checked?: boolean;
  readonly blocks: readonly Rough[];
}

/** Whether an item begins with a box, and what it is without it. */
function taskOf(item: Rough): Task {
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
  return [paragraph(joinTexts([text(leaf(words)), ...(first.nodes ?? [])])), ...others];
}

import { type HtmlTag, readHtmlTag } from "../../markdown/syntax/index.ts";
import {
  type Block,
  block,
  type Node,
  nonEmptyBlocks,
  normalizeAnchor,
  paragraph,
  voidBlock,
} from "../model/index.ts";
import { readPre } from "./code.ts";
import { imageAlone } from "./images.ts";
import { readHtmlInlines } from "./inlines.ts";
import type { ReadContext } from "./reading.ts";

const blockTag = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|div|figure)(?=[\s>/])/gi;

/** Blocks inside of blocks, at most: as many as outside of tables. */
const maxDepth = 64;

/** A list, an item, a quote that is open. */
interface Level {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly blocks: Block[];
}

/** Reads what is in a cell or a caption: paragraphs, lists, quotes and code as HTML, or only text. */
export function htmlBlocks(source: string, reading: ReadContext): readonly Block[] {
  return nonEmptyBlocks(new HtmlBlockReader(source, reading).read());
}

class HtmlBlockReader {
  readonly #source: string;
  readonly #reading: ReadContext;
  readonly #levels: Level[] = [{ name: "", attributes: new Map(), blocks: [] }];
  /** What the text that is read now will be. */
  #tag: HtmlTag | undefined;
  #from = 0;

  constructor(source: string, reading: ReadContext) {
    this.#source = source;
    this.#reading = reading;
  }

  read(): Block[] {
    let done = 0;
    for (const { index } of this.#source.matchAll(blockTag)) {
      const tag = index < done ? undefined : readHtmlTag(this.#source, index);
      if (tag === undefined) continue;
      this.#text(index);
      done = tag.name === "pre" && !tag.isClosing ? this.#pre(index, tag) : tag.end;
      if (tag.name !== "pre") this.#change(tag);
      this.#from = done;
    }
    this.#text(this.#source.length);
    while (this.#levels.length > 1) this.#close();
    return this.#levels[0]?.blocks ?? [];
  }

  #text(to: number): void {
    const source = this.#source.slice(this.#from, to).trim();
    const tag = this.#tag;
    this.#from = to;
    if (source === "" && tag?.name !== "p") return;
    const { nodes, image } = readHtmlInlines(source, this.#reading.context);
    if (image !== undefined) this.#add(imageAlone(image, []));
    else this.#add(textBlock(nodes, tag, this.#reading));
    this.#tag = undefined;
  }

  #change(tag: HtmlTag): void {
    const { name, isClosing, attributes } = tag;
    this.#tag = !isClosing && /^(?:p|h[1-6])$/.test(name) ? tag : undefined;
    if (name === "hr") this.#add(voidBlock("divider", {}));
    if (!/^(?:ul|ol|li|blockquote)$/.test(name)) return;
    if (isClosing) {
      if (this.#levels.some((level) => level.name === name)) while (this.#close() !== name);
      return;
    }
    // An item ends where the next one begins.
    if (name === "li" && this.#levels.at(-1)?.name === "li") this.#close();
    if (this.#levels.length < maxDepth) this.#levels.push({ name, attributes, blocks: [] });
  }

  #pre(at: number, tag: HtmlTag): number {
    const close = /<\/pre\s*>/gi;
    close.lastIndex = tag.end;
    const end = close.exec(this.#source) === null ? this.#source.length : close.lastIndex;
    const code = readPre(this.#source.slice(at, end), this.#reading.context);
    if (code !== undefined) this.#add(code);
    return end;
  }

  #add(one: Block): void {
    this.#levels.at(-1)?.blocks.push(one);
  }

  #close(): string {
    const level = this.#levels.pop();
    if (level === undefined) return "";
    this.#add(blockOf(level));
    return level.name;
  }
}

function textBlock(nodes: readonly Node[], tag: HtmlTag | undefined, reading: ReadContext): Block {
  const align = alignmentOf(tag?.attributes.get("align"));
  const [, level] = /^h([1-6])$/.exec(tag?.name ?? "") ?? [];
  const id = normalizeAnchor(tag?.attributes.get("id"));
  if (level !== undefined)
    return reading.heading(Number(level), nodes, { ...(id && { id }), ...(align && { align }) });
  const { nodes: filled = [] } = paragraph(nodes);
  return block("paragraph", { align }, filled);
}

function blockOf({ name, attributes, blocks }: Level): Block {
  if (name === "blockquote") return block("blockquote", {}, nonEmptyBlocks(blocks));
  if (name === "li") {
    const checked = attributes.get("data-checked");
    const data = checked === undefined ? {} : { checked: checked === "true" };
    return block("list-item", data, nonEmptyBlocks(blocks));
  }
  const items = blocks.map((each) => (each.type === "list-item" ? each : block("list-item", {}, [each])));
  const filled = items.length === 0 ? [block("list-item", {}, [paragraph()])] : items;
  const start = Number(attributes.get("start") ?? 1);
  if (name === "ol")
    return block("list-ordered", start === 1 || !Number.isInteger(start) ? {} : { start }, filled);
  const isTasks = filled.some(({ data }) => data.checked !== undefined);
  return block(isTasks ? "list-tasks" : "list-unordered", {}, filled);
}

/** How text is aligned, in the words of documents. */
export function alignmentOf(align: string | undefined): "center" | "end" | undefined {
  return align === "center" ? "center" : align === "right" ? "end" : undefined;
}

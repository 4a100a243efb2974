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
import type { ReadContext } from "./context.ts";
import { soleImageBlock } from "./images.ts";
import { readHtmlInlines, readInlines } from "./inlines.ts";

const blockTag = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|div|figure)(?=[\s>/])/gi;
/** Also matches code spans and escapes, in which there are no tags. */
const blockTagInMarkdown = new RegExp(`\\\\.|\`+[^\`]*\`+|${blockTag.source}`, "gi");

export function startsWithBlockTag(source: string): boolean {
  return /^<(?:p|h[1-6]|ul|ol|blockquote|pre|hr|div|figure)[\s>/]/i.test(source);
}

/** Removes the tags of paragraphs and headings around a text, where only text is allowed. */
export function withoutTextTags(source: string): string {
  if (!/^<(?:p|h[1-6])[\s>]/i.test(source)) return source;
  return source.replace(/(?:<\/?(?:p|h[1-6])(?:\s[^<>]*)?>)+/gi, " ").trim();
}

const maxDepth = 64;

interface Container {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly blocks: Block[];
}

/** Reads the HTML of a cell or a caption: paragraphs, lists, quotes and code, or only text. */
export function htmlBlocks(source: string, context: ReadContext): readonly Block[] {
  return nonEmptyBlocks(new HtmlBlockReader(source, context, false).read());
}

/** Reads blocks in HTML whose text is Markdown, as in the cells of a pipe table. */
export function htmlBlocksWithMarkdown(source: string, context: ReadContext): readonly Block[] {
  return nonEmptyBlocks(new HtmlBlockReader(source, context, true).read());
}

class HtmlBlockReader {
  readonly #source: string;
  readonly #context: ReadContext;
  readonly #isMarkdown: boolean;
  readonly #open: Container[] = [{ name: "", attributes: new Map(), blocks: [] }];
  #textTag: HtmlTag | undefined;
  #from = 0;

  constructor(source: string, context: ReadContext, isMarkdown: boolean) {
    this.#source = source;
    this.#context = context;
    this.#isMarkdown = isMarkdown;
  }

  read(): Block[] {
    for (const { index } of this.#source.matchAll(this.#isMarkdown ? blockTagInMarkdown : blockTag)) {
      const tag = index < this.#from ? undefined : readHtmlTag(this.#source, index);
      if (tag === undefined) continue;
      this.#readText(index);
      if (tag.name !== "pre") this.#readTag(tag);
      this.#from = tag.name === "pre" && !tag.isClosing ? this.#readPre(index, tag) : tag.end;
    }
    this.#readText(this.#source.length);
    while (this.#open.length > 1) this.#close();
    return this.#open[0]?.blocks ?? [];
  }

  #readText(to: number): void {
    const source = this.#source.slice(this.#from, to).trim();
    const tag = this.#textTag;
    if (source === "" && tag?.name !== "p") return;
    const read = this.#isMarkdown ? readInlines : readHtmlInlines;
    const { nodes, image } = read(source, this.#context.inlineContext);
    this.#add(image === undefined ? textBlock(nodes, tag, this.#context) : soleImageBlock(image));
    this.#textTag = undefined;
  }

  #readTag(tag: HtmlTag): void {
    const { name, isClosing, attributes } = tag;
    this.#textTag = !isClosing && /^(?:p|h[1-6])$/.test(name) ? tag : undefined;
    if (name === "hr") this.#add(voidBlock("divider", {}));
    if (!/^(?:ul|ol|li|blockquote)$/.test(name)) return;
    if (isClosing) {
      if (this.#open.some((container) => container.name === name)) while (this.#close() !== name);
      return;
    }
    if (name === "li" && this.#open.at(-1)?.name === "li") this.#close();
    if (this.#open.length < maxDepth) this.#open.push({ name, attributes, blocks: [] });
  }

  #readPre(at: number, tag: HtmlTag): number {
    const close = /<\/pre\s*>/gi;
    close.lastIndex = tag.end;
    const end = close.exec(this.#source) === null ? this.#source.length : close.lastIndex;
    const code = readPre(this.#source.slice(at, end), this.#context.inlineContext);
    if (code !== undefined) this.#add(code);
    return end;
  }

  #add(block: Block): void {
    this.#open.at(-1)?.blocks.push(block);
  }

  #close(): string {
    const container = this.#open.pop();
    if (container === undefined) return "";
    this.#add(blockOf(container));
    return container.name;
  }
}

export function textBlock(nodes: readonly Node[], tag: HtmlTag | undefined, context: ReadContext): Block {
  const side = tag?.attributes.get("align");
  const align = side === "center" ? "center" : side === "right" ? "end" : undefined;
  const [, level] = /^h([1-6])$/.exec(tag?.name ?? "") ?? [];
  if (level === undefined) return block("paragraph", { align }, paragraph(nodes).nodes ?? []);
  return context.createHeading(Number(level), nodes, normalizeAnchor(tag?.attributes.get("id")), align);
}

function blockOf({ name, attributes, blocks }: Container): Block {
  if (name === "blockquote") return block("blockquote", {}, nonEmptyBlocks(blocks));
  if (name === "li") {
    const checked = attributes.get("data-checked");
    const data = checked === undefined ? {} : { checked: checked === "true" };
    return block("list-item", data, nonEmptyBlocks(blocks));
  }
  const items = nonEmptyBlocks(blocks).map((child) =>
    child.type === "list-item" ? child : block("list-item", {}, [child]),
  );
  const start = Number(attributes.get("start") ?? 1);
  if (name === "ol")
    return block("list-ordered", start === 1 || !Number.isInteger(start) ? {} : { start }, items);
  const isTasks = items.some(({ data }) => data.checked !== undefined);
  return block(isTasks ? "list-tasks" : "list-unordered", {}, items);
}

import {
  decodeEntities,
  type HtmlTag,
  LookAhead,
  matchAt,
  oneLine,
  readHtmlTag,
  trimBlankEnd,
} from "../../markdown/syntax/index.ts";
import {
  emojiCode,
  type Inline,
  leaf,
  link,
  type Mark,
  type Node,
  plainText,
  refOf,
  text,
  toLinkText,
  voidInline,
} from "../model/index.ts";
import { Brackets } from "./brackets.ts";
import { readFootnoteReference, withoutAnnotations } from "./footnotes.ts";
import { type Image, imageAt, inlineImage } from "./images.ts";
import { markOf, OpenElements, textElementAt } from "./inline-elements.ts";
import { InlineScanner } from "./inline-list.ts";
import { autolinkAt, bareUrlAt } from "./link-syntax.ts";
import { delimitersAt, nodesOf, pairDelimiters } from "./marks.ts";
import type { InlineContext } from "./reading.ts";

export interface Inlines {
  readonly nodes: Node[];
  /** The image that is all there is, if it is one that may stand as a block. */
  readonly image?: Image;
}

/** Reads the text of a paragraph. */
export function readInlines(source: string, context: InlineContext): Inlines {
  // Much of any text is plain.
  if (!/[\\`*_~$:<&[\]!\n]/.test(source)) return { nodes: source === "" ? [] : [text(leaf(source))] };
  return new InlineReader(source, context, "markdown").read();
}

/** Reads text in which only HTML means something, as in the cells of an HTML table. */
export function readHtmlInlines(source: string, context: InlineContext): Inlines {
  return new InlineReader(source, context, "html").read();
}

/** Reads a line of code as HTML: white space is as it is, and all that can be in it are notes and expressions. */
export function readHtmlLine(source: string, context: InlineContext): Node[] {
  const { nodes } = new InlineReader(source, context, "code").read();
  return nodes.length === 0 ? [text(leaf(""))] : nodes;
}

type Language = "markdown" | "html" | "code";

/** What means nothing, in each language. */
const plainRuns: Readonly<Record<Language, RegExp>> = {
  markdown: /[^\\`*_~$:<&[\]!\n]+/y,
  html: /[^:<&\s]+/y,
  code: /[^<&]+/y,
};
const lineEnd = /[ \t]*\n[ \t]*/y;
const entity = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const shortcode = /:([a-z0-9_+-]{1,64}):/y;
const formula = /\$\$([^$\\]*(?:(?:\\[\s\S]|\$(?!\$))[^$\\]*)*)\$\$/y;
const code: Mark = { object: "mark", type: "code" };

class InlineReader {
  readonly #list: InlineScanner;
  readonly #context: InlineContext;
  readonly #language: Language;
  readonly #elements: OpenElements;
  readonly #brackets: Brackets;
  readonly #images = new Map<Inline, Image>();
  readonly #ahead: LookAhead;
  /** Whether no formula can follow any more. */
  #hasNoFormula = false;

  constructor(source: string, context: InlineContext, language: Language) {
    this.#list = new InlineScanner(source);
    this.#ahead = new LookAhead(source);
    this.#context = context;
    this.#language = language;
    this.#elements = new OpenElements(this.#list, context);
    this.#brackets = new Brackets(this.#list, context);
  }

  read(): Inlines {
    const list = this.#list;
    while (!list.isDone) {
      const plain = list.match(plainRuns[this.#language]);
      if (plain !== undefined) list.literal(plain[0].length);
      else if (!this.#special(list.source[list.at] ?? "")) list.literal(1);
    }
    const items = list.cut(0);
    pairDelimiters(items);
    const nodes = nodesOf(items);
    const [sole, ...others] = nodes;
    const image = sole?.object === "inline" && others.length === 0 ? this.#images.get(sole) : undefined;
    return { nodes, ...(image !== undefined && { image }) };
  }

  /** Reads what begins with a character that may mean something; false where it is only text. */
  #special(character: string): boolean {
    if (this.#language === "html" && /\s/.test(character)) return this.#htmlSpace();
    switch (character) {
      case "\\":
        return this.#escape();
      case "\n":
        return this.#lineBreak();
      case "`":
        return this.#code();
      case "*":
      case "_":
      case "~":
        return this.#delimiters(character);
      case "$":
        return this.#formula();
      case ":":
        return this.#colon();
      case "<":
        return this.#angle();
      case "&":
        return this.#entity();
      case "[":
        return readFootnoteReference(this.#list, this.#context) || this.#openBracket(1);
      case "!":
        return this.#list.source[this.#list.at + 1] === "[" && this.#openBracket(2);
      case "]":
        return this.#closeBracket();
      default:
        return false;
    }
  }

  #escape(): boolean {
    const list = this.#list;
    const next = list.source[list.at + 1] ?? "";
    if (next !== "\n" && !/[!-/:-@[-`{-~]/.test(next)) return false;
    list.at++;
    if (next === "\n") list.at += list.match(lineEnd)?.[0].length ?? 1;
    else list.at++;
    list.pending += next;
    return true;
  }

  /** A break that is meant stays one; others are only where a line was full. */
  #lineBreak(): boolean {
    const list = this.#list;
    const isMeant = list.pending.endsWith("  ");
    list.pending = trimBlankEnd(list.pending);
    list.flush();
    list.pending = isMeant ? "\n" : " ";
    list.at += list.match(lineEnd)?.[0].length ?? 1;
    return true;
  }

  #htmlSpace(): boolean {
    const [space = " "] = this.#list.match(/\s+/y) ?? [];
    this.#list.pending += space.includes("\n") ? " " : space;
    this.#list.at += space.length;
    return true;
  }

  #code(): boolean {
    const list = this.#list;
    const [run = "`"] = list.match(/`+/y) ?? [];
    const start = list.at + run.length;
    const end = this.#ahead.next(/(`+)/g, start, run);
    if (end === Number.POSITIVE_INFINITY) list.literal(run.length);
    else {
      const inside = { kind: "text", text: codeText(list.source.slice(start, end)) } as const;
      list.push({ kind: "group", mark: code, items: [inside] }, end + run.length);
    }
    return true;
  }

  #delimiters(character: "*" | "_" | "~"): boolean {
    const run = delimitersAt(this.#list.source, this.#list.at, character);
    if (character === "~" && run.length !== 2) this.#list.literal(run.length);
    else this.#list.push(run, this.#list.at + run.length);
    return true;
  }

  #formula(): boolean {
    const list = this.#list;
    if (list.source[list.at + 1] !== "$" || this.#hasNoFormula) return false;
    const [whole, inner = ""] = list.match(formula) ?? [];
    if (whole === undefined) {
      // Where one is not closed, no later one can be.
      if (list.source[list.at + 2] !== "$") this.#hasNoFormula = true;
      list.literal(2);
    } else if (inner.trim() === "") list.literal(whole.length);
    else {
      const line = oneLine(inner.trim());
      list.pushNode(voidInline("inline-math", { formula: line }), list.at + whole.length);
    }
    return true;
  }

  #colon(): boolean {
    const list = this.#list;
    const isText = this.#language === "markdown";
    const address = isText ? bareUrlAt(list.source, list.at, list.pending) : undefined;
    if (address !== undefined) {
      list.pending = list.pending.slice(0, list.pending.length - address.scheme.length);
      list.pushNode(link(refOf(address.url), [text(leaf(address.url))]), address.end);
      return true;
    }
    const [whole, name = ""] = list.match(shortcode) ?? [];
    const emoji = whole === undefined ? undefined : emojiCode(name);
    if (whole === undefined || emoji === undefined) return false;
    list.pushNode(voidInline("emoji", { code: emoji }), list.at + whole.length);
    return true;
  }

  #entity(): boolean {
    const [whole] = this.#list.match(entity) ?? [];
    if (whole === undefined) return false;
    this.#list.pending += decodeEntities(whole);
    this.#list.at += whole.length;
    return true;
  }

  #angle(): boolean {
    const list = this.#list;
    if (list.source.startsWith("<!--", list.at)) return this.#comment();
    const address = this.#language === "markdown" ? autolinkAt(list.source, list.at) : undefined;
    if (address !== undefined) {
      this.#brackets.markLink();
      list.pushNode(link(refOf(address.url), [text(leaf(address.text))]), address.end);
      return true;
    }
    const tag = readHtmlTag(list.source, list.at);
    if (tag === undefined) return false;
    if (!(tag.isClosing ? this.#closeElement(tag) : this.#openElement(tag))) list.raw(tag.end);
    return true;
  }

  #comment(): boolean {
    const list = this.#list;
    const end = this.#ahead.indexOf("-->", list.at + 4);
    if (end >= 0) list.raw(end + 3);
    return end >= 0;
  }

  #openElement(tag: HtmlTag): boolean {
    const { name, attributes, end } = tag;
    const { source } = this.#list;
    const isOfCode = attributes.get("class") === "expression" || attributes.has("data-footnote-ref");
    if (this.#language === "code" && !isOfCode) return false;
    if (name === "br") {
      this.#list.pending += "\n";
      this.#list.at = end + (matchAt(lineEnd, source, end)?.[0].length ?? 0);
      return true;
    }
    const image = imageAt(source, tag);
    if (image !== undefined) return this.#pushImage(image.image, image.end);
    const element = textElementAt(source, tag);
    if (element !== undefined) {
      this.#list.pushNode(element.node, element.end);
      return true;
    }
    const mark = markOf(tag);
    if (mark === undefined && !(name === "a" && attributes.has("href"))) return false;
    this.#elements.open(tag, mark);
    return true;
  }

  #pushImage(image: Image, end: number): boolean {
    const node = inlineImage(image);
    if (image.size === undefined) this.#images.set(node, image);
    this.#list.pushNode(node, end);
    return true;
  }

  #closeElement(tag: HtmlTag): boolean {
    const at = this.#elements.close(tag);
    if (at === undefined) return false;
    this.#brackets.dropFrom(at);
    if (tag.name === "a") this.#brackets.markLink();
    return true;
  }

  #openBracket(length: 1 | 2): boolean {
    this.#brackets.open(length);
    return true;
  }

  #closeBracket(): boolean {
    const found = this.#brackets.close();
    if (found === undefined) return false;
    const { isImage, nodes: inside, target, at, end } = found;
    const nodes = withoutAnnotations(inside, this.#context);
    this.#elements.dropFrom(at);
    if (isImage) {
      const caption = target.title ? { caption: target.title } : {};
      return this.#pushImage({ src: target.address, alt: oneLine(plainText(nodes)), ...caption }, end);
    }
    const ref = refOf(target.address);
    const isMention = target.title === "mention";
    this.#list.pushNode(
      isMention ? voidInline("mention", { ref }) : link(ref, toLinkText(nodes), target.title),
      end,
    );
    this.#brackets.markLink();
    return true;
  }
}

/** The text of a code span. One space on either side only separates it from the backticks. */
function codeText(inner: string): string {
  const line = oneLine(inner);
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return isPadded ? line.slice(1, -1) : line;
}

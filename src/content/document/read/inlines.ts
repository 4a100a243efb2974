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
  type Node,
  plainText,
  refOf,
  text,
  toLinkText,
  voidInline,
} from "../model/index.ts";
import { Brackets } from "./brackets.ts";
import type { InlineContext } from "./context.ts";
import { readFootnoteReference, withoutAnnotations } from "./footnotes.ts";
import { type Image, imageAt, inlineImage } from "./images.ts";
import { markOf, OpenElements, textElementAt } from "./inline-elements.ts";
import { InlineScanner } from "./inline-scanner.ts";
import { autolinkAt, bareUrlAt } from "./link-syntax.ts";
import { delimitersAt, nodesOf, pairDelimiters } from "./marks.ts";

export interface Inlines {
  readonly nodes: Node[];
  /** The image, if it is the only node and may be a block. */
  readonly image?: Image | undefined;
}

export function readInlines(source: string, context: InlineContext): Inlines {
  // Most text has no syntax.
  if (!/[\\`*_~$:<&[\]!\n]/.test(source)) return { nodes: source === "" ? [] : [text(leaf(source))] };
  return new InlineReader(source, context, "markdown").read();
}

/** Reads text without Markdown syntax, such as the cells of an HTML table. */
export function readHtmlInlines(source: string, context: InlineContext): Inlines {
  return new InlineReader(source, context, "html").read();
}

/** Reads a line of code as HTML. It keeps its white space, and may contain annotations and expressions only. */
export function readHtmlLine(source: string, context: InlineContext): Node[] {
  const { nodes } = new InlineReader(source, context, "code").read();
  return nodes.length === 0 ? [text(leaf(""))] : nodes;
}

type Language = "markdown" | "html" | "code";

const plainRuns: Readonly<Record<Language, RegExp>> = {
  markdown: /[^\\`*_~$:<&[\]!\n]+/y,
  html: /[^:<&\s]+/y,
  code: /[^<&]+/y,
};
const lineEnd = /[ \t]*\n[ \t]*/y;
const entity = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const shortcode = /:([a-z0-9_+-]{1,64}):/y;
const formula = /\$\$([^$\\]*(?:(?:\\[\s\S]|\$(?!\$))[^$\\]*)*)\$\$/y;

class InlineReader {
  readonly #scanner: InlineScanner;
  readonly #context: InlineContext;
  readonly #language: Language;
  readonly #elements: OpenElements;
  readonly #brackets: Brackets;
  readonly #images = new Map<Inline, Image>();
  readonly #ahead: LookAhead;
  #hasNoFormula = false;

  constructor(source: string, context: InlineContext, language: Language) {
    this.#scanner = new InlineScanner(source);
    this.#ahead = new LookAhead(source);
    this.#context = context;
    this.#language = language;
    this.#elements = new OpenElements(this.#scanner, context);
    this.#brackets = new Brackets(this.#scanner, context);
  }

  read(): Inlines {
    const scanner = this.#scanner;
    while (scanner.at < scanner.source.length) {
      const plain = scanner.match(plainRuns[this.#language]);
      if (plain !== undefined) scanner.literal(plain[0].length);
      else if (!this.#special(scanner.source[scanner.at] ?? "")) scanner.literal(1);
    }
    const tokens = scanner.cut(0);
    pairDelimiters(tokens);
    const nodes = nodesOf(tokens);
    const [first] = nodes;
    const isSingle = nodes.length === 1 && first?.object === "inline";
    return { nodes, image: isSingle ? this.#images.get(first) : undefined };
  }

  /** Reads the syntax that starts with a special character. Returns false if the character is text. */
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
      case "&": {
        const [whole] = this.#scanner.match(entity) ?? [];
        return (
          whole !== undefined && this.#scanner.text(decodeEntities(whole), this.#scanner.at + whole.length)
        );
      }
      case "[":
        return readFootnoteReference(this.#scanner, this.#context) || this.#brackets.open(1);
      case "!":
        return this.#scanner.source[this.#scanner.at + 1] === "[" && this.#brackets.open(2);
      case "]":
        return this.#closeBracket();
      default:
        return false;
    }
  }

  #escape(): boolean {
    const scanner = this.#scanner;
    const next = scanner.source[scanner.at + 1] ?? "";
    if (next !== "\n" && !/[!-/:-@[-`{-~]/.test(next)) return false;
    scanner.at++;
    const length = next === "\n" ? scanner.match(lineEnd)?.[0].length : 1;
    return scanner.text(next, scanner.at + (length ?? 1));
  }

  /** Two spaces make a hard line break. A soft one is a space. */
  #lineBreak(): boolean {
    const scanner = this.#scanner;
    const isHard = scanner.pending.endsWith("  ");
    scanner.pending = trimBlankEnd(scanner.pending);
    scanner.flush();
    return scanner.text(isHard ? "\n" : " ", scanner.at + (scanner.match(lineEnd)?.[0].length ?? 1));
  }

  #htmlSpace(): boolean {
    const [space = " "] = this.#scanner.match(/\s+/y) ?? [];
    return this.#scanner.text(space.includes("\n") ? " " : space, this.#scanner.at + space.length);
  }

  #code(): boolean {
    const scanner = this.#scanner;
    const [run = "`"] = scanner.match(/`+/y) ?? [];
    const start = scanner.at + run.length;
    const end = this.#ahead.next(/(`+)/g, start, run);
    if (end === Number.POSITIVE_INFINITY) return scanner.literal(run.length);
    const code = { kind: "text", text: codeText(scanner.source.slice(start, end)) } as const;
    return scanner.push(
      { kind: "group", mark: { object: "mark", type: "code" }, tokens: [code] },
      end + run.length,
    );
  }

  #delimiters(character: "*" | "_" | "~"): boolean {
    const scanner = this.#scanner;
    const run = delimitersAt(scanner.source, scanner.at, character);
    if (character === "~" && run.length !== 2) return scanner.literal(run.length);
    return scanner.push(run, scanner.at + run.length);
  }

  #formula(): boolean {
    const scanner = this.#scanner;
    if (scanner.source[scanner.at + 1] !== "$" || this.#hasNoFormula) return false;
    const [whole, inner = ""] = scanner.match(formula) ?? [];
    if (whole === undefined) {
      // If this one is not closed, no later one is.
      if (scanner.source[scanner.at + 2] !== "$") this.#hasNoFormula = true;
      return scanner.literal(2);
    }
    if (inner.trim() === "") return scanner.literal(whole.length);
    const node = voidInline("inline-math", { formula: oneLine(inner.trim()) });
    return scanner.pushNode(node, scanner.at + whole.length);
  }

  #colon(): boolean {
    const scanner = this.#scanner;
    const isMarkdown = this.#language === "markdown";
    const found = isMarkdown ? bareUrlAt(scanner.source, scanner.at, scanner.pending) : undefined;
    if (found !== undefined) {
      scanner.pending = scanner.pending.slice(0, scanner.pending.length - found.scheme.length);
      return scanner.pushNode(link(refOf(found.url), [text(leaf(found.url))]), found.end);
    }
    const [whole = "", name = ""] = scanner.match(shortcode) ?? [];
    const code = emojiCode(name);
    return code !== undefined && scanner.pushNode(voidInline("emoji", { code }), scanner.at + whole.length);
  }

  #angle(): boolean {
    const scanner = this.#scanner;
    if (scanner.source.startsWith("<!--", scanner.at)) {
      const end = this.#ahead.indexOf("-->", scanner.at + 4);
      return end >= 0 && scanner.raw(end + 3);
    }
    const autolink = this.#language === "markdown" ? autolinkAt(scanner.source, scanner.at) : undefined;
    if (autolink !== undefined) {
      this.#brackets.markLink();
      return scanner.pushNode(link(refOf(autolink.url), [text(leaf(autolink.text))]), autolink.end);
    }
    const tag = readHtmlTag(scanner.source, scanner.at);
    if (tag === undefined) return false;
    return (tag.isClosing ? this.#closeElement(tag) : this.#openElement(tag)) || scanner.raw(tag.end);
  }

  #openElement(tag: HtmlTag): boolean {
    const { name, attributes, end } = tag;
    const { source } = this.#scanner;
    const isAllowedInCode = attributes.get("class") === "expression" || attributes.has("data-footnote-ref");
    if (this.#language === "code" && !isAllowedInCode) return false;
    if (name === "br")
      return this.#scanner.text("\n", end + (matchAt(lineEnd, source, end)?.[0].length ?? 0));
    const image = imageAt(source, tag);
    if (image !== undefined) return this.#pushImage(image.image, image.end);
    const element = textElementAt(source, tag);
    if (element !== undefined) return this.#scanner.pushNode(element.node, element.end);
    const mark = markOf(tag);
    if (mark === undefined && !(name === "a" && attributes.has("href"))) return false;
    return this.#elements.open(tag, mark);
  }

  #pushImage(image: Image, end: number): boolean {
    const node = inlineImage(image);
    if (image.size === undefined) this.#images.set(node, image);
    return this.#scanner.pushNode(node, end);
  }

  #closeElement(tag: HtmlTag): boolean {
    const at = this.#elements.close(tag);
    if (at === undefined) return false;
    this.#brackets.dropFrom(at);
    if (tag.name === "a") this.#brackets.markLink();
    return true;
  }

  #closeBracket(): boolean {
    const closed = this.#brackets.close();
    if (closed === undefined) return false;
    const { address, title, end } = closed.target;
    const nodes = withoutAnnotations(closed.nodes, this.#context);
    this.#elements.dropFrom(closed.at);
    if (closed.isImage)
      return this.#pushImage({ src: address, alt: oneLine(plainText(nodes)), caption: title }, end);
    const ref = refOf(address);
    this.#scanner.pushNode(
      title === "mention" ? voidInline("mention", { ref }) : link(ref, toLinkText(nodes), title),
      end,
    );
    this.#brackets.markLink();
    return true;
  }
}

/** The text of a code span, without the space that may separate it from the backticks on both sides. */
function codeText(source: string): string {
  const line = oneLine(source);
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return isPadded ? line.slice(1, -1) : line;
}

import { StepCounter, type Steps } from "../../../platform/index.ts";
import {
  autolinkAt,
  bareUrlAt,
  decodeEntities,
  type HtmlTag,
  LookAhead,
  matchAt,
  oneLine,
  readHtmlTag,
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
import { pushAutolink, readEmail, readPlainText } from "./addresses.ts";
import { Brackets } from "./brackets.ts";
import type { InlineContext } from "./context.ts";
import { readFootnoteReference, withoutAnnotations } from "./footnotes.ts";
import { type Image, imageAt, inlineImage } from "./images.ts";
import { isLinkElement, markOf, OpenElements, textElementAt } from "./inline-elements.ts";
import { InlineScanner } from "./inline-scanner.ts";
import { skipInvisible } from "./invisible.ts";
import { delimitersAt, nodeSteps, nodesBetween, pairSteps, tokensPerStep } from "./marks.ts";

export interface Inlines {
  readonly nodes: Node[];
  /** The image, if it is the only node and can be an image block. */
  readonly image?: Image | undefined;
}

export function readInlines(source: string, context: InlineContext): Inlines {
  return readPlain(source) ?? new InlineReader(source, context, "markdown").read();
}

export function* readInlineSteps(source: string, context: InlineContext): Steps<Inlines> {
  return readPlain(source) ?? (yield* new InlineReader(source, context, "markdown").readSteps());
}

/** Reads text without syntax, as most is; undefined if it may have any. */
function readPlain(source: string): Inlines | undefined {
  if (/[\\`*_~$:<&[\]!@\n]/.test(source) || source.includes("www.")) return undefined;
  return { nodes: source === "" ? [] : [text(leaf(source))] };
}

/** Reads text without Markdown syntax, such as the cells of an HTML table. */
export function readHtmlInlines(source: string, context: InlineContext): Inlines {
  return new InlineReader(source, context, "html").read();
}

/** Reads a line of code as HTML. White space is kept, and only annotations and expressions are read. */
export function readHtmlLine(source: string, context: InlineContext): Node[] {
  const { nodes } = new InlineReader(source, context, "code").read();
  return nodes.length === 0 ? [text(leaf(""))] : nodes;
}

type Language = "markdown" | "html" | "code";

const plainRuns: Readonly<Record<Language, RegExp>> = {
  markdown: /[^\\`*_~$:<&[\]!@\n]+/y,
  html: /[^:<&\s]+/y,
  code: /[^<&]+/y,
};
const lineEnd = /[ \t]*\n[ \t]*/y;
const entity = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const shortcode = /:([a-z0-9_+-]{1,64}):/y;
/** Other writers of Markdown escape the underscores. */
const escapedShortcode = /:((?:[a-z0-9_+-]|\\_){1,64}):/y;
const formula = /\$\$([^$\\]*(?:(?:\\[\s\S]|\$(?!\$))[^$\\]*)*)\$\$/y;

class InlineReader {
  readonly #scanner: InlineScanner;
  readonly #context: InlineContext;
  readonly #language: Language;
  readonly #elements: OpenElements;
  readonly #brackets: Brackets;
  /** Created with the first image. */
  #images: Map<Inline, Image> | undefined;
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
    while (!this.#scanner.isAtEnd) this.#readNext();
    return this.#inlinesOf(nodesBetween(this.#scanner.removeFrom(0)));
  }

  *readSteps(): Steps<Inlines> {
    const scanner = this.#scanner;
    const step = new StepCounter(tokensPerStep);
    while (!scanner.isAtEnd) {
      if (step.isComplete()) yield;
      this.#readNext();
    }
    const tokens = yield* pairSteps(scanner.removeFrom(0));
    return this.#inlinesOf(yield* nodeSteps(tokens));
  }

  #readNext(): void {
    const scanner = this.#scanner;
    const plain = scanner.match(plainRuns[this.#language]);
    if (plain !== undefined) this.#readPlain(plain[0]);
    else if (!this.#readSyntax(scanner.source[scanner.position] ?? "")) scanner.readText(1);
  }

  #inlinesOf(nodes: Node[]): Inlines {
    const [first] = nodes;
    const isSingle = nodes.length === 1 && first?.object === "inline";
    return { nodes, image: isSingle ? this.#images?.get(first) : undefined };
  }

  #readPlain(run: string): true {
    if (this.#language === "markdown") return readPlainText(this.#scanner, run, this.#brackets.isOpen);
    return this.#scanner.readText(run.length);
  }

  /** An image starts with a mark and a bracket. A note may follow the mark of a sentence. */
  #readExclamationMark(): boolean {
    const scanner = this.#scanner;
    if (scanner.source[scanner.position + 1] !== "[") return false;
    if (scanner.source[scanner.position + 2] !== "^") return this.#brackets.open(2);
    scanner.flush();
    scanner.readText(1);
    if (readFootnoteReference(scanner, this.#context)) return true;
    scanner.pending = "";
    scanner.position--;
    return this.#brackets.open(2);
  }

  /** Reads the syntax that starts with a special character. Returns false if the character is text. */
  #readSyntax(character: string): boolean {
    if (this.#language === "html" && /\s/.test(character)) return this.#readHtmlSpace();
    switch (character) {
      case "\\":
        return this.#readEscape();
      case "\n":
        return this.#readLineBreak();
      case "`":
        return this.#readCodeSpan();
      case "*":
      case "_":
      case "~":
        return this.#readDelimiters(character);
      case "$":
        return this.#readFormula();
      case ":":
        return this.#readColon();
      case "<":
        return this.#readAngleBracket();
      case "&": {
        const [matched] = this.#scanner.match(entity) ?? [];
        return (
          matched !== undefined &&
          this.#scanner.appendText(characterOf(matched), this.#scanner.position + matched.length)
        );
      }
      case "[":
        return readFootnoteReference(this.#scanner, this.#context) || this.#brackets.open(1);
      case "!":
        return this.#readExclamationMark();
      case "@":
        return readEmail(this.#scanner);
      case "]":
        return this.#closeBracket();
      default:
        return false;
    }
  }

  #readEscape(): boolean {
    const scanner = this.#scanner;
    const next = scanner.source[scanner.position + 1] ?? "";
    if (next !== "\n" && !/[!-/:-@[-`{-~]/.test(next)) return false;
    scanner.position++;
    const length = next === "\n" ? scanner.match(lineEnd)?.[0].length : 1;
    return scanner.appendText(next, scanner.position + (length ?? 1));
  }

  /** Two spaces make a hard line break. A soft one is a space. Spaces that are written as entities are kept. */
  #readLineBreak(): boolean {
    const scanner = this.#scanner;
    const { source, position } = scanner;
    let start = position;
    while (source[start - 1] === " " || source[start - 1] === "\t") start--;
    const isHard = source.endsWith("  ", position);
    scanner.pending = scanner.pending.slice(0, scanner.pending.length - (position - start));
    scanner.flush();
    return scanner.appendText(
      isHard ? "\n" : " ",
      scanner.position + (scanner.match(lineEnd)?.[0].length ?? 1),
    );
  }

  #readHtmlSpace(): boolean {
    const [space = " "] = this.#scanner.match(/\s+/y) ?? [];
    return this.#scanner.appendText(
      space.includes("\n") ? " " : space,
      this.#scanner.position + space.length,
    );
  }

  #readCodeSpan(): boolean {
    const scanner = this.#scanner;
    const [run = "`"] = scanner.match(/`+/y) ?? [];
    const start = scanner.position + run.length;
    const end = this.#ahead.next(/(`+)/g, start, run);
    if (end === Number.POSITIVE_INFINITY) return scanner.readText(run.length);
    const code = { kind: "text", text: codeText(scanner.source.slice(start, end)) } as const;
    return scanner.push(
      { kind: "group", mark: { object: "mark", type: "code" }, tokens: [code] },
      end + run.length,
    );
  }

  #readDelimiters(character: "*" | "_" | "~"): boolean {
    const scanner = this.#scanner;
    const run = delimitersAt(scanner.source, scanner.position, character);
    const isText = (!run.canOpen && !run.canClose) || (character === "~" && run.length > 2);
    if (isText) return scanner.readText(run.length);
    return scanner.push(run, scanner.position + run.length);
  }

  #readFormula(): boolean {
    const scanner = this.#scanner;
    if (scanner.source[scanner.position + 1] !== "$" || this.#hasNoFormula) return false;
    const [matched, inner = ""] = scanner.match(formula) ?? [];
    if (matched === undefined) {
      // If this formula is not closed, no later one is.
      if (scanner.source[scanner.position + 2] !== "$") this.#hasNoFormula = true;
      return scanner.readText(2);
    }
    if (inner.trim() === "") return scanner.readText(matched.length);
    const node = voidInline("inline-math", { formula: oneLine(inner.trim()) });
    return scanner.pushNode(node, scanner.position + matched.length);
  }

  #readColon(): boolean {
    const scanner = this.#scanner;
    const isMarkdown = this.#language === "markdown";
    const { source, position } = scanner;
    const bareUrl = isMarkdown ? bareUrlAt(source, position, this.#brackets.isOpen) : undefined;
    if (bareUrl !== undefined) return pushAutolink(scanner, bareUrl, bareUrl.prefix.length);
    const [matched = "", name = ""] = scanner.match(isMarkdown ? escapedShortcode : shortcode) ?? [];
    const code = emojiCode(name.replaceAll("\\_", "_"));
    return (
      code !== undefined && scanner.pushNode(voidInline("emoji", { code }), scanner.position + matched.length)
    );
  }

  #readAngleBracket(): boolean {
    const scanner = this.#scanner;
    if (this.#language !== "code" && skipInvisible(scanner, this.#ahead)) return true;
    const autolink = this.#language === "markdown" ? autolinkAt(scanner.source, scanner.position) : undefined;
    if (autolink !== undefined) {
      this.#brackets.markLink();
      return pushAutolink(scanner, autolink, 0);
    }
    const tag = readHtmlTag(scanner.source, scanner.position);
    if (tag === undefined) return false;
    return (tag.isClosing ? this.#closeElement(tag) : this.#openElement(tag)) || scanner.readLine(tag.end);
  }

  #openElement(tag: HtmlTag): boolean {
    const { name, attributes, end } = tag;
    const { source } = this.#scanner;
    const isAllowedInCode = attributes.get("class") === "expression" || attributes.has("data-footnote-ref");
    if (this.#language === "code" && !isAllowedInCode) return false;
    if (name === "br")
      return this.#scanner.appendText("\n", end + (matchAt(lineEnd, source, end)?.[0].length ?? 0));
    const image = imageAt(source, tag);
    if (image !== undefined) return this.#pushImage(image.image, image.end);
    const element = textElementAt(source, tag);
    if (element !== undefined) return this.#scanner.pushNode(element.node, element.end);
    const mark = markOf(tag);
    const isAnchor = name === "a" && (attributes.has("name") || attributes.has("id"));
    return (mark !== undefined || isLinkElement(tag) || isAnchor) && this.#elements.open(tag, mark);
  }

  #pushImage(image: Image, end: number): boolean {
    const node = inlineImage(image);
    if (image.size === undefined) {
      this.#images ??= new Map();
      this.#images.set(node, image);
    }
    return this.#scanner.pushNode(node, end);
  }

  #closeElement(tag: HtmlTag): boolean {
    if (tag.name === "br") return this.#openElement({ ...tag, isClosing: false });
    const closed = this.#elements.close(tag);
    if (closed === undefined) return false;
    this.#brackets.dropFrom(closed.tokenIndex);
    if (closed.isLink) this.#brackets.markLink();
    return true;
  }

  #closeBracket(): boolean {
    const closed = this.#brackets.close();
    if (closed === undefined) return false;
    const { destination, title, end } = closed.target;
    const nodes = withoutAnnotations(closed.nodes, this.#context);
    this.#elements.dropFrom(closed.tokenIndex);
    if (closed.isImage)
      return this.#pushImage({ src: destination, alt: oneLine(plainText(nodes)), caption: title }, end);
    const ref = refOf(destination);
    this.#scanner.pushNode(
      title === "mention" ? voidInline("mention", { ref }) : link(ref, toLinkText(nodes), title),
      end,
    );
    this.#brackets.markLink();
    return true;
  }
}

/** The character of an entity. A line break is white space, not a hard line break. */
function characterOf(entity: string): string {
  return decodeEntities(entity).replace(/[\n\r]/, " ");
}

/** The text of a code span, without one space of padding on both sides. */
function codeText(source: string): string {
  const line = source.replaceAll("\n", " ");
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && /[^ ]/.test(line);
  return isPadded ? line.slice(1, -1) : line;
}

import { autolinkAt, escapeHtml, htmlAttributes, oneLine } from "../../markdown/syntax/index.ts";
import {
  type BlockData,
  type ContentRef,
  destinationOf,
  emojiCharacter,
  emojiName,
  fallbackLabel,
  type Inline,
  type InlineData,
  type InlineOf,
  isFootnoteNumber,
  type Mark,
  type Node,
  type PlainMark,
  soleText,
} from "../model/index.ts";
import { flanking, footnoteAnchorPrefix } from "../read/index.ts";
import { type FootnoteWriter, writeLength } from "./context.ts";
import { escapeHtmlText, escapeLabel, escapeText, writeCodeSpan, writeLink } from "./escape.ts";
import { type Span, spansOf } from "./spans.ts";

type Language = "markdown" | "html" | "code";

/** Writes the text of a paragraph as Markdown. Line breaks are kept. */
export function writeInlines(nodes: readonly Node[], notes: FootnoteWriter): string {
  const [first] = nodes;
  // As Markdown, a single image would be read as a block.
  if (nodes.length === 1 && first?.object === "inline" && first.type === "inline-image")
    return htmlImage(first.data);
  return new InlineWriter("markdown", notes).write(spansOf(nodes), false);
}

export function writeHtmlInlines(nodes: readonly Node[], notes: FootnoteWriter): string {
  return new InlineWriter("html", notes).write(spansOf(nodes), false);
}

export function codeLineHtml(nodes: readonly Node[], notes: FootnoteWriter): string {
  return new InlineWriter("code", notes).write(spansOf(nodes), false).replaceAll("\n", " ");
}

const delimiters: Partial<Record<Mark["type"], string>> = { bold: "**", italic: "_", strikethrough: "~~" };
const elements: Readonly<Record<PlainMark, string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "del",
  code: "code",
  keyboard: "kbd",
  superscript: "sup",
  subscript: "sub",
};

class InlineWriter {
  readonly #language: Language;
  readonly #notes: FootnoteWriter;

  constructor(language: Language, notes: FootnoteWriter) {
    this.#language = language;
    this.#notes = notes;
  }

  write(spans: readonly Span[], isBracketed: boolean, before = "", after = ""): string {
    return spans
      .map((span, i) => {
        const [previous, next] = [spans[i - 1], spans[i + 1]];
        if (span.kind === "text")
          return this.#text(span.text, isBracketed, next !== undefined || after !== "");
        if (span.kind === "node") return this.#node(span.node);
        const left = previous === undefined ? before : edgeOf(previous, "end");
        const right = next === undefined ? after : edgeOf(next, "start");
        return this.#mark(span, isBracketed, left, right);
      })
      .join("");
  }

  #text(text: string, isBracketed: boolean, isFollowed: boolean): string {
    if (this.#language === "code") return escapeHtml(text);
    return this.#language === "html" ? escapeHtmlText(text) : escapeText(text, { isBracketed, isFollowed });
  }

  #mark(
    { mark, spans }: Extract<Span, { kind: "mark" }>,
    isBracketed: boolean,
    before: string,
    after: string,
  ): string {
    if (mark.type === "code" && this.#language === "markdown") {
      const code = spans.map((span) => (span.kind === "text" ? span.text : "")).join("");
      // A code span cannot contain line breaks.
      if (!code.includes("\n")) return writeCodeSpan(code);
    }
    const inner = this.write(spans, isBracketed, "*", "*");
    if (this.#language === "code") return inner;
    const delimiter = this.#language === "html" ? undefined : delimiters[mark.type];
    if (delimiter !== undefined && canDelimit(delimiter, spans, before, after))
      return delimiter + inner + delimiter;
    if (mark.type !== "color") return `<${elements[mark.type]}>${inner}</${elements[mark.type]}>`;
    return `<mark style="${styleOf(mark.data)}">${inner}</mark>`;
  }

  #node(node: Inline): string {
    const { type, data } = node;
    switch (type) {
      case "link":
        return this.#link(node);
      case "emoji":
        return this.#emoji(data.code);
      case "icon": {
        const style = data.color && `color:${data.color};`;
        return `<i${htmlAttributes({ class: `fa-${data.icon}`, style })}>:${data.icon}:</i>`;
      }
      case "expression":
        return `<code class="expression">${escapeHtmlText(oneLine(data.expression.trim()))}</code>`;
      case "inline-math":
        return this.#formula(data.formula.trim());
      case "inline-image":
        return this.#language === "html" || data.size === "line" ? htmlImage(data) : markdownImage(data);
      case "annotation":
        return this.#annotation(node);
      case "mention":
        return this.#mention(data.ref);
      case "button":
        return this.#button(data);
    }
  }

  /** Other readers of Markdown do not recognize the name of an emoji in HTML. */
  #emoji(code: string): string {
    if (this.#language !== "html") return `:${emojiName(code)}:`;
    const attributes = { "data-gb-custom-inline": true, "data-tag": "emoji", "data-code": code } as const;
    return `<span${htmlAttributes(attributes)}>${emojiCharacter(code) ?? ""}</span>`;
  }

  #button({ label, kind, size, icon, ref, action }: InlineData["button"]): string {
    const name = action === undefined ? "a" : "button";
    const attributes = htmlAttributes({
      type: action && "button",
      href: destinationOf(ref) || undefined,
      class: size === undefined ? `button ${kind}` : `button ${kind} ${size}`,
      "data-action": action?.action,
      "data-query": action?.action === "select" ? undefined : action?.query,
      "data-slug": action?.action === "select" ? action.slug : undefined,
      "data-icon": icon,
    });
    return `<${name}${attributes}>${this.#text(oneLine(label), false, true)}</${name}>`;
  }

  #link({ data, nodes = [] }: InlineOf<"link">): string {
    const { title = "" } = data;
    const address = destinationOf(data.ref);
    if (this.#language === "html") {
      const inner = this.write(spansOf(nodes), false);
      return `<a${htmlAttributes({ href: address, title: title || undefined })}>${inner}</a>`;
    }
    const autolink = title === "" ? autolinkTo(nodes, address) : undefined;
    if (autolink !== undefined) return autolink;
    const inner = this.write(spansOf(nodes), true, "[", "]").replaceAll("\n", "<br>");
    return writeLink(inner, address, title === "mention" ? "" : title);
  }

  #mention(ref: ContentRef): string {
    const address = destinationOf(ref);
    if (this.#language === "html")
      return `<a${htmlAttributes({ href: address, "data-mention": true })}>${escapeHtmlText(fallbackLabel(ref))}</a>`;
    return writeLink(escapeLabel(fallbackLabel(ref)), address, "mention");
  }

  #formula(lines: string): string {
    const formula = oneLine(lines);
    if (formula === "") return "";
    const isPlain = this.#language === "markdown" && /^(?:[^$\\]|\\.)+$/.test(formula);
    return isPlain ? `$$${formula}$$` : `<span class="math">${escapeHtmlText(formula)}</span>`;
  }

  #annotation(node: Inline): string {
    const { nodes = [], fragments = [] } = node;
    const number = this.#notes.add(fragments[0]?.nodes ?? []);
    if (number === undefined) return this.write(spansOf(nodes), false, "*", "*").replaceAll("\n", "<br>");
    const target = `#${footnoteAnchorPrefix}${number}`;
    if (this.#language !== "markdown") {
      const inner = this.write(spansOf(nodes), false);
      return `<a data-footnote-ref href="${target}">${inner}</a>`;
    }
    if (isFootnoteNumber(node)) return `[^${number}]`;
    const inner = this.write(spansOf(nodes), true, "[", "]").replaceAll("\n", "<br>");
    return `[${inner}](${target})[^${number}]`;
  }
}

/** Whether delimiters would be read as the start and the end of a mark. No other delimiter of their kind is open there. */
function canDelimit(delimiter: string, spans: readonly Span[], before: string, after: string): boolean {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return false;
  const open = flanking(before, edgeOf(first, "start"), delimiter[0] ?? "");
  const close = flanking(edgeOf(last, "end"), after, delimiter[0] ?? "");
  return open.canOpen && close.canClose;
}

/** The first or last character of a span. Marks and nodes start and end with punctuation, such as `*`. */
function edgeOf(span: Span, side: "start" | "end"): string {
  if (span.kind !== "text") return "*";
  const characters = side === "start" ? span.text.slice(0, 2) : span.text.slice(-2);
  const point = side === "start" ? characters.codePointAt(0) : Array.from(characters).at(-1)?.codePointAt(0);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function styleOf({ text, background }: { readonly text: string; readonly background: string }): string {
  const textStyle = text === "default" ? "" : `color:${text};`;
  const backgroundStyle = background === "default" ? "" : `background-color:${background};`;
  return textStyle + backgroundStyle || "color:default;";
}

/** The address in angle brackets, if the text of a link is that address. */
function autolinkTo(nodes: readonly Node[], address: string): string | undefined {
  const written = `<${soleText(nodes)}>`;
  const { url, end } = autolinkAt(written, 0) ?? {};
  return url === address && end === written.length ? written : undefined;
}

type ImageData = InlineData["inline-image"];

function markdownImage(data: ImageData): string {
  if (data.refDark !== undefined) return htmlImage(data);
  return `!${writeLink(escapeLabel(oneLine(data.alt ?? "")), destinationOf(data.ref), data.caption)}`;
}

function htmlImage({ ref, refDark, alt = "", caption, size = "original" }: ImageData): string {
  const attributes = htmlAttributes({ src: destinationOf(ref), alt, title: caption, "data-size": size });
  return picture(`<img${attributes}>`, refDark);
}

export function imageElement({ ref, refDark, alt = "", width, height }: BlockData["image"]): string {
  const sizes = { width: writeLength(width), height: writeLength(height) };
  return picture(`<img${htmlAttributes({ src: destinationOf(ref), alt, ...sizes })}>`, refDark);
}

function picture(image: string, refDark: ImageData["refDark"]): string {
  if (refDark === undefined) return image;
  const source = htmlAttributes({ srcset: destinationOf(refDark), media: "(prefers-color-scheme: dark)" });
  return `<picture><source${source}>${image}</picture>`;
}

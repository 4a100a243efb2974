import { decodeEntities, type HtmlTag, matchAt, oneLine } from "../../markdown/syntax/index.ts";
import { isEmoji } from "../../model/index.ts";
import {
  annotation,
  type ButtonAction,
  buttonSizes,
  colors,
  definedFields,
  emojiCode,
  emojiName,
  type Inline,
  link,
  type Mark,
  type Node,
  type PlainMark,
  plainText,
  refOf,
  toLinkText,
  voidInline,
} from "../model/index.ts";
import type { InlineContext } from "./context.ts";
import { footnoteOf, toAnnotationText, withoutAnnotations } from "./footnotes.ts";
import type { InlineScanner } from "./inline-scanner.ts";
import { colorMark, nodesBetween, pairDelimiters } from "./marks.ts";

const marks: Readonly<Record<string, PlainMark>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  del: "strikethrough",
  s: "strikethrough",
  strike: "strikethrough",
  code: "code",
  kbd: "keyboard",
  sup: "superscript",
  sub: "subscript",
};

export function markOf({ name, attributes }: HtmlTag): Mark | undefined {
  const type = Object.hasOwn(marks, name) ? marks[name] : undefined;
  if (type !== undefined) return { object: "mark", type };
  if (name !== "mark") return undefined;
  const style = attributes.get("style") ?? "";
  const text = textColorIn(style);
  const [, background] = /(?:^|;)\s*background-color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  // Without a style, browsers use yellow. An unknown color is ignored.
  return colorMark(text, background) ?? colorMark("default", style === "" ? "yellow" : "default");
}

function textColorIn(style: string): string | undefined {
  return /(?:^|;)\s*color:\s*(\$?[a-z]+)/.exec(style)?.[1];
}

const content = /([^<]{0,65536})<\/(?:i|span|code)>/y;

/** An element whose text is not part of the document: an icon, an emoji, a formula or an expression. */
export function textElementAt(source: string, tag: HtmlTag): { node: Inline; end: number } | undefined {
  const names = tag.attributes.get("class") ?? "";
  const isMath = tag.name === "span" && names === "math";
  const isExpression = tag.name === "code" && names === "expression";
  const icon = tag.name === "i" ? iconIn(names) : undefined;
  const emoji = tag.name === "span" ? emojiIn(tag) : undefined;
  if (icon === undefined && emoji === undefined && !isMath && !isExpression) return undefined;
  const [matched, text = ""] = matchAt(content, source, tag.end) ?? [];
  if (matched === undefined || !matched.endsWith(`</${tag.name}>`)) return undefined;
  const end = tag.end + matched.length;
  if (emoji !== undefined)
    return isEmoji(text.trim()) ? { node: voidInline("emoji", { code: emoji }), end } : undefined;
  if (icon !== undefined) {
    const name = textColorIn(tag.attributes.get("style") ?? "");
    const color = colors.find((color) => color === name);
    return { node: voidInline("icon", { icon, color }), end };
  }
  const line = oneLine(decodeEntities(text).trim());
  if (line === "") return undefined;
  const node = isMath
    ? voidInline("inline-math", { formula: line })
    : voidInline("expression", { expression: line });
  return { node, end };
}

/** The code of an emoji in HTML, if Markdown can represent it too. */
function emojiIn({ attributes }: HtmlTag): string | undefined {
  if (attributes.get("data-tag") !== "emoji") return undefined;
  const code = attributes.get("data-code")?.toLowerCase() ?? "";
  return emojiCode(emojiName(code)) === code ? code : undefined;
}

/** The last icon class names the icon. Those before it are styles. */
function iconIn(names: string): string | undefined {
  const icons = names.split(/\s+/).filter((name) => /^fa-[a-z0-9-]+$/.test(name));
  return icons.at(-1)?.slice("fa-".length);
}

/** Whether an element is a link, or a button without a destination. */
export function isLinkElement({ name, attributes }: HtmlTag): boolean {
  if (name !== "a" && name !== "button") return false;
  return (name === "a" && attributes.has("href")) || buttonKind(attributes) !== undefined;
}

type Attributes = HtmlTag["attributes"];

function buttonKind(attributes: Attributes): "primary" | "secondary" | undefined {
  const [, kind] = /\bbutton (primary|secondary)\b/.exec(attributes.get("class") ?? "") ?? [];
  return kind === "primary" || kind === "secondary" ? kind : undefined;
}

function buttonNode(kind: "primary" | "secondary", attributes: Attributes, label: string): Inline {
  const names = (attributes.get("class") ?? "").split(/\s+/);
  const size = buttonSizes.find((size) => names.includes(size));
  const icon = attributes.get("data-icon") || undefined;
  const action = actionOf(attributes);
  const target = action === undefined ? { ref: refOf(attributes.get("href") ?? "") } : { action };
  return voidInline("button", { label, kind, size, icon, ...target });
}

function actionOf(attributes: Attributes): ButtonAction | undefined {
  const action = attributes.get("data-action");
  const slug = attributes.get("data-slug");
  if (action === "select" && slug) return { action, slug };
  if (action !== "ask" && action !== "search") return undefined;
  return definedFields({ action, query: attributes.get("data-query") || undefined });
}

interface OpenElement {
  readonly tokenIndex: number;
  readonly tag: HtmlTag;
  readonly mark: Mark | undefined;
}

/** The open marks and links in HTML. An element that is never closed is text. */
export class OpenElements {
  readonly #scanner: InlineScanner;
  readonly #context: InlineContext;
  readonly #open: OpenElement[] = [];
  /** The number of open elements by name, so that closing tags without an open element are not searched for. */
  readonly #counts = new Map<string, number>();

  constructor(scanner: InlineScanner, context: InlineContext) {
    this.#scanner = scanner;
    this.#context = context;
  }

  open(tag: HtmlTag, mark: Mark | undefined): true {
    const { source, position: at } = this.#scanner;
    this.#scanner.flush();
    this.#open.push({ tokenIndex: this.#scanner.tokenCount, tag, mark });
    this.#counts.set(tag.name, (this.#counts.get(tag.name) ?? 0) + 1);
    return this.#scanner.push({ kind: "text", text: source.slice(at, tag.end) }, tag.end);
  }

  /** Closes the innermost element of this name. Returns the index of its token; undefined if none is open. */
  close({ name, end }: HtmlTag): { tokenIndex: number; isLink: boolean } | undefined {
    if ((this.#counts.get(name) ?? 0) === 0) return undefined;
    let element = this.#pop();
    while (element !== undefined && element.tag.name !== name) element = this.#pop();
    if (element === undefined) return undefined;
    const { tokenIndex, mark } = element;
    const tokens = this.#scanner.removeFrom(tokenIndex).slice(1);
    const isLink = mark === undefined && isLinkElement(element.tag);
    // The text of an anchor is shown without the element.
    if (!isLink) this.#scanner.push({ kind: "group", mark, tokens: pairDelimiters(tokens) }, end);
    else {
      const nodes = withoutAnnotations(nodesBetween(tokens), this.#context);
      this.#scanner.pushNode(this.#linkNode(element.tag, nodes), end);
    }
    return { tokenIndex, isLink };
  }

  dropFrom(tokenIndex: number): void {
    while ((this.#open.at(-1)?.tokenIndex ?? -1) >= tokenIndex) this.#pop();
  }

  #pop(): OpenElement | undefined {
    const element = this.#open.pop();
    if (element !== undefined)
      this.#counts.set(element.tag.name, (this.#counts.get(element.tag.name) ?? 1) - 1);
    return element;
  }

  #linkNode({ attributes }: HtmlTag, nodes: readonly Node[]): Inline {
    const ref = refOf(attributes.get("href") ?? "");
    const footnote = attributes.has("data-footnote-ref") ? footnoteOf(ref, this.#context) : undefined;
    if (footnote !== undefined) return annotation(toAnnotationText(nodes), footnote.body);
    const kind = buttonKind(attributes);
    if (kind !== undefined) return buttonNode(kind, attributes, oneLine(plainText(nodes)));
    if (attributes.has("data-mention")) return voidInline("mention", { ref });
    return link(ref, toLinkText(nodes), attributes.get("title") || undefined);
  }
}

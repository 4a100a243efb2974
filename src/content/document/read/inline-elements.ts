import { decodeEntities, type HtmlTag, matchAt, oneLine } from "../../markdown/syntax/index.ts";
import {
  annotation,
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
  const [, text] = /(?:^|;)\s*color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  const [, background] = /(?:^|;)\s*background-color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  // Without a style, browsers use yellow.
  return colorMark(text, background) ?? (style === "" ? colorMark(undefined, "yellow") : undefined);
}

const content = /([^<]{0,65536})<\/(?:i|span|code)>/y;

export function textElementAt(source: string, tag: HtmlTag): { node: Inline; end: number } | undefined {
  const names = tag.attributes.get("class") ?? "";
  const isMath = tag.name === "span" && names === "math";
  const isExpression = tag.name === "code" && names === "expression";
  const icon = tag.name === "i" ? iconIn(names) : undefined;
  if (icon === undefined && !isMath && !isExpression) return undefined;
  const [matched, text = ""] = matchAt(content, source, tag.end) ?? [];
  if (matched === undefined || !matched.endsWith(`</${tag.name}>`)) return undefined;
  const end = tag.end + matched.length;
  if (icon !== undefined) return { node: voidInline("icon", { icon }), end };
  const line = oneLine(decodeEntities(text).trim());
  if (line === "") return undefined;
  const node = isMath
    ? voidInline("inline-math", { formula: line })
    : voidInline("expression", { expression: line });
  return { node, end };
}

/** The last icon class names the icon. Those before it are styles. */
function iconIn(names: string): string | undefined {
  const icons = names.split(/\s+/).filter((name) => /^fa-[a-z0-9-]+$/.test(name));
  return icons.at(-1)?.slice("fa-".length);
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

  /** Closes the innermost element of this name. Returns the index of its token, undefined if none is open. */
  close({ name, end }: HtmlTag): number | undefined {
    if ((this.#counts.get(name) ?? 0) === 0) return undefined;
    let element = this.#pop();
    while (element !== undefined && element.tag.name !== name) element = this.#pop();
    if (element === undefined) return undefined;
    const tokens = this.#scanner.removeFrom(element.tokenIndex).slice(1);
    if (element.mark !== undefined)
      this.#scanner.push({ kind: "group", mark: element.mark, tokens: pairDelimiters(tokens) }, end);
    else {
      const nodes = withoutAnnotations(nodesBetween(tokens), this.#context);
      this.#scanner.pushNode(this.#linkNode(element.tag, nodes), end);
    }
    return element.tokenIndex;
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
    const [, button] = /\bbutton (primary|secondary)\b/.exec(`${attributes.get("class")} `) ?? [];
    if (button !== undefined) {
      const kind = button === "primary" ? "primary" : "secondary";
      return voidInline("button", { label: plainText(nodes), kind, icon: attributes.get("data-icon"), ref });
    }
    if (attributes.has("data-mention")) return voidInline("mention", { ref });
    return link(ref, toLinkText(nodes), attributes.get("title"));
  }
}

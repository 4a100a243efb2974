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
import { footnoteOf, toAnnotationText, withoutAnnotations } from "./footnotes.ts";
import type { InlineScanner } from "./inline-list.ts";
import { colorMark, nodesOf, pairDelimiters } from "./marks.ts";
import type { InlineContext } from "./reading.ts";

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

/** The mark that an element puts on its text. */
export function markOf({ name, attributes }: HtmlTag): Mark | undefined {
  const type = Object.hasOwn(marks, name) ? marks[name] : undefined;
  if (type !== undefined) return { object: "mark", type };
  if (name !== "mark") return undefined;
  const style = attributes.get("style") ?? "";
  const [, front] = /(?:^|;)\s*color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  const [, back] = /(?:^|;)\s*background-color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  // Without a style it is what a browser shows: yellow. A colour that cannot be shown makes it nothing.
  return colorMark(front, back) ?? (style === "" ? colorMark(undefined, "yellow") : undefined);
}

const inner = /([^<]{0,65536})<\/(?:i|span|code)>/y;

/** An icon, a formula or an expression that begins here: what it stands for, and where the text goes on. */
export function textElementAt(source: string, tag: HtmlTag): { node: Inline; end: number } | undefined {
  const kind = kindOf(tag);
  if (kind === undefined) return undefined;
  const [whole, text = ""] = matchAt(inner, source, tag.end) ?? [];
  if (whole === undefined || !whole.endsWith(`</${tag.name}>`)) return undefined;
  const end = tag.end + whole.length;
  if (kind === "icon") return { node: voidInline("icon", { icon: iconIn(tag) ?? "" }), end };
  const words = oneLine(decodeEntities(text).trim());
  if (words === "") return undefined;
  const isMath = kind === "math";
  return {
    node: isMath
      ? voidInline("inline-math", { formula: words })
      : voidInline("expression", { expression: words }),
    end,
  };
}

function kindOf(tag: HtmlTag): "icon" | "math" | "expression" | undefined {
  const { name, attributes } = tag;
  const names = attributes.get("class") ?? "";
  if (name === "i") return iconIn(tag) === undefined ? undefined : "icon";
  if (name === "span") return names === "math" ? "math" : undefined;
  return name === "code" && names === "expression" ? "expression" : undefined;
}

/** The last of the classes that name an icon: the others say how it is drawn. */
function iconIn({ attributes }: HtmlTag): string | undefined {
  const names = (attributes.get("class") ?? "").split(/\s+/).filter((name) => /^fa-[a-z0-9-]+$/.test(name));
  return names.at(-1)?.slice("fa-".length);
}

interface OpenElement {
  readonly at: number;
  readonly tag: HtmlTag;
  /** Absent for a link. */
  readonly mark?: Mark;
}

/** The elements that are open in a text: marks and links. One that is never closed is only text. */
export class OpenElements {
  readonly #list: InlineScanner;
  readonly #context: InlineContext;
  readonly #open: OpenElement[] = [];
  /** How many there are of each name, so that looking for one that is not there costs nothing. */
  readonly #counts = new Map<string, number>();

  constructor(list: InlineScanner, context: InlineContext) {
    this.#list = list;
    this.#context = context;
  }

  open(tag: HtmlTag, mark: Mark | undefined): void {
    const { source, at } = this.#list;
    this.#list.flush();
    this.#open.push({ at: this.#list.length, tag, ...(mark !== undefined && { mark }) });
    this.#counts.set(tag.name, (this.#counts.get(tag.name) ?? 0) + 1);
    this.#list.push({ kind: "text", text: source.slice(at, tag.end) }, tag.end);
  }

  /** Closes the last one of this name: where it began among the items; undefined where none is open. */
  close({ name, end }: HtmlTag): number | undefined {
    if ((this.#counts.get(name) ?? 0) === 0) return undefined;
    let element = this.#pop();
    while (element !== undefined && element.tag.name !== name) element = this.#pop();
    if (element === undefined) return undefined;
    const items = this.#list.cut(element.at).slice(1);
    pairDelimiters(items);
    if (element.mark !== undefined) this.#list.push({ kind: "group", mark: element.mark, items }, end);
    else this.#pushLink(element.tag, withoutAnnotations(nodesOf(items), this.#context), end);
    return element.at;
  }

  /** Those that began behind this place can no longer be closed. */
  dropFrom(at: number): void {
    while ((this.#open.at(-1)?.at ?? -1) >= at) this.#pop();
  }

  #pop(): OpenElement | undefined {
    const element = this.#open.pop();
    if (element !== undefined)
      this.#counts.set(element.tag.name, (this.#counts.get(element.tag.name) ?? 1) - 1);
    return element;
  }

  #pushLink({ attributes }: HtmlTag, nodes: readonly Node[], end: number): void {
    const ref = refOf(attributes.get("href") ?? "");
    const [, button] = /\bbutton (primary|secondary)\b/.exec(`${attributes.get("class")} `) ?? [];
    const note = attributes.has("data-footnote-ref") ? footnoteOf(ref, this.#context) : undefined;
    if (note !== undefined) this.#list.pushNode(annotation(toAnnotationText(nodes), note.body), end);
    else if (button !== undefined) {
      const kind = button === "primary" ? "primary" : "secondary";
      const icon = attributes.get("data-icon");
      this.#list.pushNode(voidInline("button", { label: plainText(nodes), kind, icon, ref }), end);
    } else if (attributes.has("data-mention")) this.#list.pushNode(voidInline("mention", { ref }), end);
    else this.#list.pushNode(link(ref, toLinkText(nodes), attributes.get("title")), end);
  }
}

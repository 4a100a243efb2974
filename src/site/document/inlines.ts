import {
  emojiCharacter,
  type Inline,
  type InlineOf,
  type InlineType,
  isFootnoteNumber,
  type Leaf,
  type Mark,
  type Node,
} from "../../content/document/index.ts";
import { decodeCodePoints, normalizeEmoji } from "../../content/index.ts";
import { attributes, type Html, type HtmlValue, html } from "../html/index.ts";
import type { PageContext, SiteTarget } from "./context.ts";
import { writeFormula } from "./formulas.ts";
import { writeInlineImage } from "./media.ts";

export function writeText(nodes: readonly Node[], context: PageContext): Html {
  const sole = context.decorate === undefined ? soleLeaf(nodes) : undefined;
  if (sole !== undefined) return writeLeaf(sole);
  const parts: HtmlValue[] = [];
  for (const node of nodes) {
    if (node.object === "block") continue;
    const part = node.object === "text" ? node.leaves.map(writeLeaf) : writeInline(node, context);
    parts.push(context.decorate === undefined ? part : context.decorate(node, html`${part}`, context));
  }
  return html`${parts}`;
}

/** The leaf that is the whole text, as in most cells and items. */
function soleLeaf(nodes: readonly Node[]): Leaf | undefined {
  const [first] = nodes;
  return nodes.length === 1 && first?.object === "text" && first.leaves.length === 1
    ? first.leaves[0]
    : undefined;
}

const noText = html``;

function writeLeaf({ text, marks }: Leaf): Html {
  if (text === "") return noText;
  const lines = text.includes("\n")
    ? text.split("\n").map((line, i) => (i === 0 ? line : html`<br>${line}`))
    : text;
  return marks.reduceRight((inner, mark) => writeMark(mark, inner), html`${lines}`);
}

const elements = {
  bold: "strong",
  italic: "em",
  strikethrough: "s",
  code: "code",
  keyboard: "kbd",
  superscript: "sup",
  subscript: "sub",
} as const;

function writeMark(mark: Mark, inner: Html): Html {
  if (mark.type !== "color") return html`<${elements[mark.type]}>${inner}</${elements[mark.type]}>`;
  const { text, background } = mark.data;
  const names = [
    text !== "default" && colorClass("color", text),
    background !== "default" && colorClass("background", background),
  ].filter((name) => name !== false);
  return html`<span class="${names.join(" ")}">${inner}</span>`;
}

/** Semantic colors have names such as `$primary`. */
function colorClass(property: "color" | "background", color: string): string {
  return `${property}-${color.replace("$", "")}`;
}

type WriteInline<T extends InlineType> = (node: InlineOf<T>, context: PageContext) => Html | undefined;

const writers: { readonly [T in InlineType]: WriteInline<T> } = {
  link: ({ data, nodes }, context) => {
    const inner = context.text(nodes);
    // A link without text could be focused, but not seen.
    if (inner.text.trim() === "") return inner;
    const target = context.targetOf(data.ref);
    const label = isReadAloud(nodes ?? []) ? undefined : target.title || target.href;
    return linkTo(target, inner, context, { title: data.title, label });
  },
  emoji: ({ data }) => writeEmoji(emojiCharacter(data.code) ?? ""),
  icon: ({ data }, context) => {
    const icon = context.iconOf(data.icon);
    if (data.color === undefined || data.color === "default") return icon;
    return html`<span class="${colorClass("color", data.color)}">${icon}</span>`;
  },
  expression: ({ data }) => html`<code>${data.expression}</code>`,
  "inline-math": ({ data }, context) => writeFormula(data.formula, false, context),
  "inline-image": writeInlineImage,
  annotation: writeAnnotation,
  mention: ({ data }, context) => {
    const target = context.targetOf(data.ref);
    const title = target.kind === "user" ? `@${target.title}` : target.title;
    const image =
      (target.emoji !== undefined && writeEmoji(target.emoji)) || context.iconOf(target.icon ?? "");
    return linkTo(target, html`${image}${title}`, context, { class: "mention" });
  },
  button: ({ data }, context) => {
    const icon = data.icon === undefined ? undefined : context.iconOf(data.icon);
    const label = html`${icon}${data.label}`;
    const name = `button button-${data.kind}${data.size === undefined ? "" : ` is-${data.size}`}`;
    const { ref, action } = data;
    const target = ref && context.targetOf(ref);
    if (target?.href !== undefined) return linkTo(target, label, context, { class: name });
    if (action !== undefined && action.action !== "select")
      return writeSearchButton(label, name, action.query, context);
    // What leads nowhere is not shown as a button.
    if (action === undefined) return label;
    return html`<button type="button"${attributes({ class: name, "data-select-tab": action.slug })}>${label}</button>`;
  },
};

/** Whether there is text, or an image with an alternative: not only icons and other images. */
function isReadAloud(nodes: readonly Node[]): boolean {
  return nodes.some((node) => {
    if (node.object === "text") return node.leaves.some(({ text }) => text.trim() !== "");
    return node.type === "inline-image" ? Boolean(node.data.alt) : node.type !== "icon";
  });
}

/** The name for screen readers of a text that has only formulas, icons and images without an alternative; undefined for others. */
export function imageName(nodes: readonly Node[], { targetOf }: PageContext): string | undefined {
  const names: string[] = [];
  for (const node of nodes)
    if (node.object === "text") {
      if (node.leaves.some(({ text }) => text.trim() !== "")) return undefined;
    } else if (node.type === "inline-math") names.push(node.data.formula);
    else if (node.type === "icon") names.push(node.data.icon.replaceAll("-", " "));
    else if (node.type === "inline-image" && !node.data.alt) names.push(targetOf(node.data.ref).title);
    else return undefined;
  return names.join(" ") || undefined;
}

/** Scripts open the search dialog with the query. Without them, the link leads to the page with results. */
function writeSearchButton(label: Html, name: string, query = "", { searchUrl }: PageContext): Html {
  if (searchUrl === undefined) return label;
  const href = query === "" ? searchUrl : `${searchUrl}?${new URLSearchParams({ q: query })}`;
  return html`<a${attributes({ class: name, href, rel: "nofollow", "data-search-query": query })}>${label}</a>`;
}

function writeInline(node: Inline, context: PageContext): Html | undefined {
  return (writers[node.type] as WriteInline<InlineType>)(node, context);
}

interface LinkOptions {
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  /** The name for screen readers, if the link has no text. */
  readonly label?: string | undefined;
}

/** Writes a link if the target has a URL. */
export function linkTo(
  { href, isExternal }: SiteTarget,
  inner: Html,
  { opensNewTabs }: Pick<PageContext, "opensNewTabs">,
  { class: name, title, label }: LinkOptions = {},
): Html {
  if (href === undefined) return name === undefined ? inner : html`<span class="${name}">${inner}</span>`;
  const external = isExternal ? { rel: "noopener", target: opensNewTabs ? "_blank" : undefined } : undefined;
  return html`<a${attributes({ href, class: name, title, "aria-label": label, ...external })}>${inner}</a>`;
}

/** Writes an emoji, given as a character or as code points. */
export function writeEmoji(emoji: string): Html | undefined {
  const character = decodeCodePoints(emoji) ?? normalizeEmoji(emoji) ?? emoji;
  return character === "" ? undefined : html`<span class="emoji">${character}</span>`;
}

/** The note is a popover, which a script opens. Without scripts, the notes are below the document. */
function writeAnnotation(node: InlineOf<"annotation">, context: PageContext): Html {
  const id = context.newId("note");
  const note = context.fragment(node.fragments, "annotation-body");
  const inner = context.text(node.nodes);
  if (note === undefined) return inner;
  context.append(html`<div class="note" id="${id}" popover role="note">${note}</div>`);
  const link = html`<a class="annotation" href="#${id}">${inner}</a>`;
  return isFootnoteNumber(node) ? html`<sup>${link}</sup>` : link;
}

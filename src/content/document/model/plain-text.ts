import { headerName, leaf, mergeTexts, text, textOf } from "./build.ts";
import { emojiCharacter } from "./emoji-names.ts";
import type { Block, Fragment, Inline, Node } from "./model.ts";
import type { ColumnDefinition } from "./table.ts";
import { writeDate } from "./updates.ts";

/** The visible text of nodes, without separators between blocks. */
export function plainText(nodes: readonly Node[]): string {
  let text = "";
  for (const node of nodes) text += textIn(node);
  return text;
}

function textIn(node: Node): string {
  if (node.object === "text") {
    let text = "";
    for (const leaf of node.leaves) text += leaf.text;
    return text;
  }
  if (node.object === "inline" && isFootnoteNumber(node)) return "";
  if (node.nodes !== undefined) return plainText(node.nodes);
  return node.object === "inline" ? textOfVoid(node) : "";
}

function textOfVoid({ type, data }: Inline): string {
  if (type === "emoji") return emojiCharacter(data.code) ?? "";
  if (type === "inline-math") return data.formula;
  if (type === "expression") return data.expression;
  if (type === "button") return data.label;
  return type === "inline-image" ? (data.alt ?? "") : "";
}

/** The visible text of a node, with each block on its own line. */
export function nodeText(node: Node | Fragment): string {
  if (node.object === "text" || node.object === "inline") return plainText([node]);
  const nodes: readonly Node[] = node.nodes ?? [];
  const lines = nodes.some(({ object }) => object === "block") ? nodes.map(nodeText) : [plainText(nodes)];
  const dataTexts = node.object === "block" ? textInData(node) : [];
  const fragments = node.object === "block" ? (node.fragments ?? []) : [];
  return [...dataTexts, ...lines, ...fragments.map(nodeText)].filter((line) => line !== "").join("\n");
}

/** The visible texts in a block's data, such as the title of a tab, a formula, the date of an update or the headers of a table. */
export function textInData({ type, data, fragments = [] }: Block): string[] {
  if (type === "table") {
    const names = new Set(fragments.map(({ fragment }) => fragment));
    return Object.values(data.definition).flatMap((column) => textInColumn(column, names));
  }
  if (type === "math") return [data.formula];
  if (type === "update")
    return [[writeDate(data.date), ...(data.tags ?? []).map(({ tag }) => tag)].join(" ")];
  if (type === "prompt") return [data.description];
  return (type === "tabs-item" || type === "code") && data.title !== undefined ? [data.title] : [];
}

/** The title of a column, unless it is also in a fragment, and its options. */
function textInColumn(column: ColumnDefinition, fragments: ReadonlySet<string>): string[] {
  const title = fragments.has(headerName(column.id)) ? [] : [column.title];
  return column.type === "select" ? [...title, ...column.options.map(({ label }) => label)] : title;
}

/** Whether an annotation has no text except the number of its footnote. */
export function isFootnoteNumber({ type, nodes = [] }: Inline): boolean {
  if (type !== "annotation") return false;
  const [only, ...others] = nodes.flatMap((node) => (node.object === "text" ? node.leaves : []));
  if (others.length > 0) return false;
  const isNumber = /^\d+$/.test(only?.text ?? "") && only?.marks.some((mark) => mark.type === "superscript");
  return only === undefined || only.text === "" || isNumber === true;
}

export const linkTextInlines = new Set<string>(["inline-image", "icon", "inline-math", "expression"]);

/** Replaces inline nodes that are not allowed in a link with their text. */
export function toLinkText(nodes: readonly Node[]): Node[] {
  const texts = nodes.flatMap((node) => {
    if (node.object === "inline" && linkTextInlines.has(node.type)) return node;
    const leaves = leavesOf(node);
    return leaves.length === 0 ? [] : textOf(leaves);
  });
  return texts.length === 0 ? [text(leaf(""))] : mergeTexts(texts);
}

function leavesOf(node: Node) {
  if (node.object === "text") return node.leaves;
  const inner = node.nodes?.flatMap((child) => (child.object === "text" ? child.leaves : []));
  const content = inner === undefined ? textIn(node) : "";
  return inner ?? (content === "" ? [] : [leaf(content)]);
}

export function soleText(nodes: readonly Node[]): string | undefined {
  const [first, ...others] = mergeTexts(nodes);
  if (first?.object !== "text" || others.length > 0 || first.leaves.length !== 1) return undefined;
  return first.leaves[0]?.marks.length === 0 ? first.leaves[0].text : undefined;
}

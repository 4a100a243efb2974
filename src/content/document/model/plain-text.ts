import { leaf, mergeTexts, text, textOf } from "./build.ts";
import { emojiCharacter } from "./emoji-names.ts";
import type { Inline, Node } from "./model.ts";

/** The words of some nodes, as a reader sees them. */
export function plainText(nodes: readonly Node[]): string {
  return nodes.map(textIn).join("");
}

function textIn(node: Node): string {
  if (node.object === "text") return node.leaves.map((each) => each.text).join("");
  // The number of a footnote is no word.
  if (node.object === "inline" && isFootnoteNumber(node)) return "";
  if (node.nodes !== undefined) return plainText(node.nodes);
  return node.object === "inline" ? wordsOf(node) : "";
}

function wordsOf({ type, data }: Inline): string {
  if (type === "emoji") return emojiCharacter(data.code) ?? "";
  if (type === "inline-math") return data.formula;
  if (type === "expression") return data.expression;
  if (type === "button") return data.label;
  return type === "inline-image" ? (data.alt ?? "") : "";
}

/** Whether an annotation is on nothing but the number of its footnote. */
export function isFootnoteNumber({ type, nodes = [] }: Inline): boolean {
  if (type !== "annotation") return false;
  const [only, ...others] = nodes.flatMap((node) => (node.object === "text" ? node.leaves : []));
  if (others.length > 0) return false;
  const isNumber = /^\d+$/.test(only?.text ?? "") && only?.marks.some((mark) => mark.type === "superscript");
  return only === undefined || only.text === "" || isNumber === true;
}

/** What may stand in the text of a link besides text. */
export const linkTextInlines: ReadonlySet<string> = new Set([
  "inline-image",
  "icon",
  "inline-math",
  "expression",
]);

/** The nodes with all other inlines as their words, for the text of a link. */
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
  const inner = node.nodes?.flatMap((each) => (each.object === "text" ? each.leaves : []));
  const words = inner === undefined ? textIn(node) : "";
  return inner ?? (words === "" ? [] : [leaf(words)]);
}

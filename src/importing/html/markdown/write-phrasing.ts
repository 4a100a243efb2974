import type {
  Break,
  Delete,
  Emphasis,
  Image,
  InlineCode,
  Link,
  Nodes,
  PhrasingContent,
  Strong,
  Text,
} from "mdast";
import type { Handle, Info, State } from "mdast-util-to-markdown";
import { oneLine } from "../../../content/document/index.ts";
import { flanks } from "../../../content/document/read/index.ts";
import {
  escapeText,
  writeCodeSpan,
  writeDestination,
  writeTitle,
} from "../../../content/document/write/index.ts";
import type { Formula, Marked } from "./nodes.ts";
import { htmlFormula } from "./write-html.ts";

const writeFormula: Handle = peeking((node: Formula, _parent, state) => {
  const formula = oneLine(node.value);
  const isPlain = /^(?:[^$\\]|\\[^\n])+$/.test(formula);
  return cellText(isPlain ? `$$${formula}$$` : htmlFormula(formula), state);
}, "$");

export const phrasingHandlers: Readonly<Record<string, Handle>> = {
  text: (node: Text, _parent, state, info) => {
    const isBracketed = state.stack.includes("label");
    return cellText(escapeText(oneLine(node.value), { isFollowed: info.after !== "\n", isBracketed }), state);
  },
  strong: peeking((node: Strong, _parent, state, info) => mark(node, "**", "strong", state, info), "*"),
  emphasis: peeking((node: Emphasis, _parent, state, info) => mark(node, "_", "em", state, info), "_"),
  delete: peeking((node: Delete, _parent, state, info) => mark(node, "~~", "del", state, info), "~"),
  marked: peeking(
    (node: Marked, _parent, state, info) =>
      `<${node.name}>${state.containerPhrasing(node, { ...info, before: ">", after: "<" })}</${node.name}>`,
    "<",
  ),
  inlineCode: peeking(
    (node: InlineCode, _parent, state) => cellText(writeCodeSpan(oneLine(node.value)), state),
    "`",
  ),
  break: (_node: Break, _parent, state) => (isOnOneLine(state) ? "<br>" : "\n"),
  link: peeking(writeLink, "["),
  formula: writeFormula,
  image: peeking((node: Image, _parent, state) => {
    const alt = escapeText(oneLine(node.alt ?? ""), { isBracketed: true, isFollowed: true });
    const title = node.title ? ` ${writeTitle(node.title)}` : "";
    return cellText(`![${alt}](${writeDestination(node.url)}${title})`, state);
  }, "!"),
};

/** Tells mdast-util-to-markdown the first character of a node, so that it does not write the node twice. */
function peeking(handle: Handle, first: string): Handle {
  return Object.assign(handle, { peek: () => first });
}

function isOnOneLine({ stack }: State): boolean {
  return stack.includes("label") || stack.includes("headingAtx") || stack.includes("tableCell");
}

function cellText(text: string, { stack }: State): string {
  return stack.includes("tableCell") ? text.replaceAll("|", "\\|") : text;
}

/** Writes delimiters where they would be read as such, else an HTML element. */
function mark(
  node: Strong | Emphasis | Delete,
  delimiter: string,
  name: string,
  state: State,
  info: Info,
): string {
  const inner = state.containerPhrasing(node, { ...info, before: "*", after: "*" });
  if (inner === "") return "";
  const sign = delimiter[0] ?? "";
  const open = flanks(info.before.slice(-1), edgeOf(node.children[0], 0), sign);
  const close = flanks(edgeOf(node.children.at(-1), -1), info.after.slice(0, 1), sign);
  const fits =
    open.canOpen && !open.canClose && close.canClose && !close.canOpen && info.before.slice(-1) !== sign;
  return fits && info.after[0] !== sign ? delimiter + inner + delimiter : `<${name}>${inner}</${name}>`;
}

/** The first or last character of a node. All nodes but text begin and end with punctuation. */
function edgeOf(node: PhrasingContent | undefined, at: 0 | -1): string {
  return node?.type === "text"
    ? (Array.from(node.value.slice(at === 0 ? 0 : -2, at === 0 ? 2 : undefined)).at(at) ?? "")
    : "*";
}

function writeLink(node: Link, _parent: Nodes | undefined, state: State, info: Info): string {
  const [only, ...others] = node.children;
  const isBare = only?.type === "text" && others.length === 0 && only.value === node.url && !node.title;
  if (isBare && /^https?:[^\s<>|]{0,2048}$/.test(node.url)) return `<${node.url}>`;
  const exit = state.enter("label");
  const inner = state.containerPhrasing(node, { ...info, before: "[", after: "]" });
  exit();
  if (inner.trim() === "") return "";
  const title = node.title ? ` ${writeTitle(node.title)}` : "";
  return `[${inner}](${cellText(writeDestination(node.url) + title, state)})`;
}

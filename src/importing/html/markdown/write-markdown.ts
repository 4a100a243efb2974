import type { Link, List, ListItem, Parents, PhrasingContent, RootContentMap } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Info, type State, toMarkdown } from "mdast-util-to-markdown";
import { oneLine, writeTag } from "../../../content/document/index.ts";
import { flanking } from "../../../content/document/read/index.ts";
import {
  encodeEdgeSpaces,
  escapeLineStart,
  escapeText,
  writeCodeSpan,
  writeDestination,
  writeTitle,
} from "../../../content/document/write/index.ts";
import { isDivider } from "../../../content/markdown/syntax/index.ts";
import type { Block } from "./nodes.ts";
import { htmlFormula, htmlPhrasing, htmlTable, imageHtml } from "./write-html.ts";

export function writeMarkdown(children: Block[]): string {
  return toMarkdown(
    { type: "root", children },
    {
      bullet: "-",
      bulletOther: "*",
      rule: "-",
      fences: true,
      listItemIndent: "one",
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
      handlers: { ...phrasingHandlers, ...blockHandlers },
    },
  );
}

type Handlers = {
  readonly [Type in keyof RootContentMap]?: (
    node: RootContentMap[Type],
    parent: Parents | undefined,
    state: State,
    info: Info,
  ) => string;
};

const lineEdges = { before: "\n", after: "\n" } as const;

const blockHandlers: Handlers = {
  list: (node, _parent, state, info) => writeList(node, state, info),
  // A hard line break is a backslash at the end of a line.
  paragraph: (node, _parent, state, info) =>
    state
      .containerPhrasing(node, { ...info, ...lineEdges })
      .split("\n")
      .map((line) => escapeLineStart(line.trim()))
      .join("\\\n"),
  heading: (node, _parent, state, info) => {
    const exit = state.enter("headingAtx");
    const title = encodeEdgeSpaces(state.containerPhrasing(node, { ...info, ...lineEdges }));
    exit();
    const id = node.data?.id;
    const anchor = id === undefined ? "" : ` <a href="#${id}" id="${id}"></a>`;
    return `${"#".repeat(node.depth)} ${title.replace(/(^|[ \t])(#+)$/, "$1\\$2")}${anchor}`;
  },
  code: (node, parent, state, info) => {
    const code = defaultHandlers.code(node, parent, state, info);
    const title = node.data?.title;
    return title === undefined ? code : tagPair("code", { title }, code);
  },
  hint: (node, _parent, state, info) => tagPair("hint", { style: node.style }, writeFlow(node, state, info)),
  tabs: (node, _parent, state, info) => tagPair("tabs", {}, writeFlow(node, state, info)),
  tab: (node, _parent, state, info) => tagPair("tab", { title: node.title }, writeFlow(node, state, info)),
  columns: (node, _parent, state, info) => tagPair("columns", {}, writeFlow(node, state, info)),
  column: (node, _parent, state, info) => {
    const width = node.width === undefined ? undefined : `${node.width}%`;
    return tagPair("column", { width }, writeFlow(node, state, info));
  },
  details: (node, _parent, state, info) => {
    const summary = `<summary>${encodeEdgeSpaces(htmlPhrasing(node.summary))}</summary>`;
    const parts = ["<details>", summary, writeFlow(node, state, info), "</details>"];
    return parts.filter((text) => text !== "").join("\n\n");
  },
  figure: (node) =>
    `<figure>${imageHtml(node)}<figcaption><p>${encodeEdgeSpaces(htmlPhrasing(node.caption))}</p></figcaption></figure>`,
  embed: ({ url, isFile }) => (isFile ? writeTag("file", { src: url }) : writeTag("embed", { url })),
  richTable: htmlTable,
  formulaBlock: (node) => `$$\n${node.value}\n$$`,
};

function tagPair(name: string, attributes: Parameters<typeof writeTag>[1], content: string): string {
  return [writeTag(name, attributes), content, `{% end${name} %}`].filter((text) => text !== "").join("\n");
}

/** Writes the child blocks of a node. */
function writeFlow({ children }: Pick<Parents, "children">, state: State, info: Info): string {
  return state.containerFlow({ type: "root", children }, info);
}

/** A list is tight if all of its items are compact. */
function writeList({ ordered, start, children }: List, state: State, info: Info): string {
  const defaultMarker = ordered ? "." : "-";
  // Adjacent lists need different markers.
  const marker = state.bulletLastUsed === defaultMarker ? (ordered ? ")" : "*") : defaultMarker;
  const items = children.map((item, i) =>
    writeItem(item, ordered ? `${(start ?? 1) + i}${marker}` : marker, state, info),
  );
  state.bulletLastUsed = marker;
  return items.join(children.every(isCompact) ? "\n" : "\n\n");
}

function writeItem(item: ListItem, marker: string, state: State, info: Info): string {
  state.bulletLastUsed = undefined;
  const content = state.containerFlow({ ...item, spread: !isCompact(item) }, info);
  const [first = "", ...others] = withCheckbox(item, content).split("\n");
  const indent = " ".repeat(marker.length + 1);
  const lines = others.map((line) => (line === "" ? "" : indent + line));
  // The markers of nested lists may look like a thematic break.
  if (isDivider(`${marker} ${first}`)) return [marker, indent + first, ...lines].join("\n");
  return [`${marker} ${first}`, ...lines].join("\n");
}

function withCheckbox({ checked, children }: ListItem, content: string): string {
  if (typeof checked !== "boolean") return content;
  const box = checked ? "[x]" : "[ ]";
  return children[0]?.type === "paragraph" ? `${box} ${content}` : `${box}\n\n${content}`;
}

/** Whether an item is a paragraph, with at most a list that may interrupt it. */
function isCompact({ children }: ListItem): boolean {
  const [first, second, ...others] = children;
  if (others.length > 0 || (first !== undefined && first.type !== "paragraph" && !canInterrupt(first)))
    return false;
  return second === undefined || (first?.type === "paragraph" && canInterrupt(second));
}

function canInterrupt(block: Block): boolean {
  return block.type === "list" && (!block.ordered || (block.start ?? 1) === 1);
}

const phrasingHandlers: Handlers = {
  text: (node, _parent, state, info) => {
    const isBracketed = state.stack.includes("label");
    return cellText(escapeText(oneLine(node.value), { isFollowed: info.after !== "\n", isBracketed }), state);
  },
  strong: peeking("*", (node, _parent, state, info) => writeMark(node, "**", "strong", state, info)),
  emphasis: peeking("_", (node, _parent, state, info) => writeMark(node, "_", "em", state, info)),
  delete: peeking("~", (node, _parent, state, info) => writeMark(node, "~~", "del", state, info)),
  marked: peeking("<", (node, _parent, state, info) => {
    const inner = state.containerPhrasing(node, { ...info, before: ">", after: "<" });
    return `<${node.name}>${inner}</${node.name}>`;
  }),
  inlineCode: peeking("`", (node, _parent, state) => cellText(writeCodeSpan(oneLine(node.value)), state)),
  break: (_node, _parent, { stack }) =>
    stack.includes("label") || stack.includes("headingAtx") || stack.includes("tableCell") ? "<br>" : "\n",
  link: peeking("[", (node, _parent, state, info) => writeLink(node, state, info)),
  formula: peeking("$", (node, _parent, state) => {
    const formula = oneLine(node.value);
    const isPlain = /^(?:[^$\\]|\\[^\n])+$/.test(formula);
    return cellText(isPlain ? `$$${formula}$$` : htmlFormula(formula), state);
  }),
  image: peeking("!", ({ url, alt, title }, _parent, state) => {
    const label = escapeText(oneLine(alt ?? ""), { isBracketed: true, isFollowed: true });
    return cellText(`![${label}]${destination(url, title)}`, state);
  }),
};

/** Tells mdast-util-to-markdown the first character of a node, so that it does not write the node twice. */
function peeking<T extends object>(first: string, handle: T): T {
  return Object.assign(handle, { peek: () => first });
}

function cellText(text: string, { stack }: State): string {
  return stack.includes("tableCell") ? text.replaceAll("|", "\\|") : text;
}

/** Writes delimiters if they would be parsed as delimiters, otherwise an HTML element. */
function writeMark(
  node: RootContentMap["strong" | "emphasis" | "delete"],
  delimiter: string,
  name: string,
  state: State,
  info: Info,
): string {
  const inner = state.containerPhrasing(node, { ...info, before: "*", after: "*" });
  if (inner === "") return "";
  const sign = delimiter[0] ?? "";
  const [before, after] = [info.before.slice(-1), info.after.slice(0, 1)];
  const open = flanking(before, edgeOf(node.children[0], 0), sign);
  const close = flanking(edgeOf(node.children.at(-1), -1), after, sign);
  const fits = open.canOpen && !open.canClose && close.canClose && !close.canOpen;
  return fits && before !== sign && after !== sign
    ? delimiter + inner + delimiter
    : `<${name}>${inner}</${name}>`;
}

/** The first or last character of a node. All nodes but text begin and end with punctuation. */
function edgeOf(node: PhrasingContent | undefined, at: 0 | -1): string {
  return node?.type === "text"
    ? (Array.from(node.value.slice(at === 0 ? 0 : -2, at === 0 ? 2 : undefined)).at(at) ?? "")
    : "*";
}

function writeLink({ url, title, children }: Link, state: State, info: Info): string {
  const [only, ...others] = children;
  const isBare = only?.type === "text" && others.length === 0 && only.value === url && !title;
  if (isBare && /^https?:[^\s<>|]{0,2048}$/.test(url)) return `<${url}>`;
  const exit = state.enter("label");
  const inner = state.containerPhrasing(
    { type: "link", url, children },
    { ...info, before: "[", after: "]" },
  );
  exit();
  return inner.trim() === "" ? "" : `[${inner}]${cellText(destination(url, title), state)}`;
}

function destination(url: string, title: string | null | undefined): string {
  return `(${writeDestination(url)}${title ? ` ${writeTitle(title)}` : ""})`;
}

import type { Code, Heading, List, ListItem, Paragraph, Parents, Root } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, type Info, type State, toMarkdown } from "mdast-util-to-markdown";
import { htmlAttributes, writeTag } from "../../../content/document/index.ts";
import { escapeLineStart, keepEdges } from "../../../content/document/write/index.ts";
import { isDivider } from "../../../content/markdown/syntax/index.ts";
import type {
  Block,
  Column,
  Columns,
  Details,
  Embed,
  Figure,
  FormulaBlock,
  Hint,
  RichTable,
  Tab,
  Tabs,
} from "./nodes.ts";
import { htmlPhrasing, htmlTable } from "./write-html.ts";
import { phrasingHandlers } from "./write-phrasing.ts";

/** Writes blocks as Lectern's Markdown. */
export function writeMarkdown(children: Block[]): string {
  const tree: Root = { type: "root", children };
  return toMarkdown(tree, {
    bullet: "-",
    bulletOther: "*",
    rule: "-",
    fences: true,
    listItemIndent: "one",
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: { ...phrasingHandlers, ...blockHandlers },
  });
}

const lineEdges = { before: "\n", after: "\n" } as const;

const blockHandlers: Readonly<Record<string, Handle>> = {
  list: writeList,
  paragraph: writeParagraph,
  heading: writeHeading,
  code: (node: Code, parent, state, info) => {
    const code = defaultHandlers.code(node, parent, state, info);
    const title = node.data?.title;
    return title === undefined ? code : [writeTag("code", { title }), code, "{% endcode %}"].join("\n");
  },
  hint: (node: Hint, _parent, state, info) =>
    between("hint", { style: node.style }, flowOf(node, state, info)),
  tabs: (node: Tabs, _parent, state, info) => between("tabs", {}, flowOf(node, state, info)),
  tab: (node: Tab, _parent, state, info) => between("tab", { title: node.title }, flowOf(node, state, info)),
  columns: (node: Columns, _parent, state, info) => between("columns", {}, flowOf(node, state, info)),
  column: (node: Column, _parent, state, info) => {
    const width = node.width === undefined ? undefined : `${node.width}%`;
    return between("column", { width }, flowOf(node, state, info));
  },
  details: (node: Details, _parent, state, info) =>
    [
      "<details>",
      `<summary>${keepEdges(htmlPhrasing(node.summary))}</summary>`,
      flowOf(node, state, info),
      "</details>",
    ]
      .filter((text) => text !== "")
      .join("\n\n"),
  figure: (node: Figure) => {
    const image = `<img${htmlAttributes({ src: node.url, alt: node.alt })}>`;
    return `<figure>${image}<figcaption><p>${keepEdges(htmlPhrasing(node.caption))}</p></figcaption></figure>`;
  },
  embed: (node: Embed) =>
    node.isFile ? writeTag("file", { src: node.url }) : writeTag("embed", { url: node.url }),
  richTable: (node: RichTable) => htmlTable(node),
  formulaBlock: (node: FormulaBlock) => `$$\n${node.value}\n$$`,
};

/** A hard line break is a backslash at the end of a line. */
function writeParagraph(node: Paragraph, _parent: Parents | undefined, state: State, info: Info): string {
  const text = state.containerPhrasing(node, { ...info, ...lineEdges });
  const lines = text.split("\n").map((line) => escapeLineStart(line.trim()));
  return lines.join("\\\n");
}

function writeHeading(node: Heading, _parent: Parents | undefined, state: State, info: Info): string {
  const exit = state.enter("headingAtx");
  const title = keepEdges(state.containerPhrasing(node, { ...info, ...lineEdges }));
  exit();
  const id = node.data?.id;
  const anchor = id === undefined ? "" : ` <a href="#${id}" id="${id}"></a>`;
  return `${"#".repeat(node.depth)} ${title.replace(/(^|[ \t])(#+)$/, "$1\\$2")}${anchor}`;
}

function between(name: string, attributes: Parameters<typeof writeTag>[1], inside: string): string {
  return [writeTag(name, attributes), inside, `{% end${name} %}`].filter((text) => text !== "").join("\n");
}

function flowOf(node: Hint | Tabs | Tab | Columns | Column | Details, state: State, info: Info): string {
  // The blocks are written as those of a root.
  return state.containerFlow({ type: "root", children: node.children }, info);
}

/** A list is tight if all of its items are compact. */
export function writeList(node: List, _parent: Parents | undefined, state: State, info: Info): string {
  const usual = node.ordered ? "." : "-";
  // Adjacent lists differ by their markers.
  const sign = state.bulletLastUsed === usual ? (node.ordered ? ")" : "*") : usual;
  const start = node.start ?? 1;
  const items = node.children.map((item, i) =>
    writeItem(item, node.ordered ? `${start + i}${sign}` : sign, state, info),
  );
  state.bulletLastUsed = sign;
  return items.join(node.children.every(isCompact) ? "\n" : "\n\n");
}

function writeItem(item: ListItem, mark: string, state: State, info: Info): string {
  state.bulletLastUsed = undefined;
  const content = state.containerFlow({ ...item, spread: !isCompact(item) }, info);
  const [first = "", ...others] = withCheckbox(item, content).split("\n");
  const indent = " ".repeat(mark.length + 1);
  const lines = others.map((line) => (line === "" ? "" : indent + line));
  // The markers of nested lists may look like a thematic break.
  if (isDivider(`${mark} ${first}`)) return [mark, indent + first, ...lines].join("\n");
  return [`${mark} ${first}`, ...lines].join("\n");
}

function withCheckbox({ checked, children }: ListItem, content: string): string {
  if (typeof checked !== "boolean") return content;
  const box = checked ? "[x]" : "[ ]";
  return children[0]?.type === "paragraph" ? `${box} ${content}` : `${box}\n\n${content}`;
}

/** Whether an item is a paragraph, with at most a list that may interrupt it. */
function isCompact({ children }: ListItem): boolean {
  const [first, second, ...others] = children;
  if (others.length > 0 || (first !== undefined && first.type !== "paragraph" && !interrupts(first)))
    return false;
  return second === undefined || (first?.type === "paragraph" && interrupts(second));
}

function interrupts(block: Block): boolean {
  return block.type === "list" && (!block.ordered || (block.start ?? 1) === 1);
}

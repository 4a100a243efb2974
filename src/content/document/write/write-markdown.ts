import { ConflictMarkers, isDivider, writeTag } from "../../markdown/syntax/index.ts";
import {
  Anchors,
  type Block,
  type BlockOf,
  blocksIn,
  isEmptyParagraph,
  mergeTexts,
  type Node,
  plainText,
} from "../model/index.ts";
import { encodeEdgeSpaces, escapeLineStart } from "./escape.ts";
import { alignedHtml, writeImages } from "./html-blocks.ts";
import {
  type FootnoteLabels,
  FootnoteWriter,
  type Heading,
  type WriteContext,
  writeLength,
} from "./notes.ts";
import { writeCode } from "./write-code.ts";
import { writeHtmlInlines, writeInlines } from "./write-inlines.ts";
import { writeTable } from "./write-table.ts";
import { isTagAlone, writeVoid } from "./write-void.ts";

/** How a text is written around that which is to be added to it. */
export interface Style {
  /** What the items of a list begin with. */
  readonly bullet: "-" | "*" | "+";
  /** The footnotes that are there already. */
  readonly notes: FootnoteLabels;
}

/** Writes blocks as Markdown in its normal form: what is read from it are the same blocks. */
export function writeMarkdown(nodes: readonly Block[], style?: Style): string {
  return new BlockWriter(style ?? { bullet: "-", notes: new Map() }).document(nodes);
}

class BlockWriter implements WriteContext {
  readonly notes: FootnoteWriter;
  readonly #bullet: Style["bullet"];
  readonly #anchors = new Anchors();
  readonly #conflicts = new ConflictMarkers();

  constructor({ bullet, notes }: Style) {
    this.#bullet = bullet;
    this.notes = new FootnoteWriter(notes);
  }

  document(nodes: readonly Block[]): string {
    const body = this.blocks(nodes);
    const notes = this.notes.write((blocks) => this.blocks(blocks));
    const text = [body, ...notes].filter((part) => part !== "").join("\n\n");
    return text === "" ? "" : `${text}\n`;
  }

  /** Blocks with blank lines between them. What would be empty is left out. */
  blocks(nodes: readonly Node[]): string {
    const written: string[] = [];
    let list: { type: string; isOther: boolean } | undefined;
    for (const node of nodes) {
      if (node.object !== "block") continue;
      const isList = isListNode(node);
      // Lists beside each other are told apart by their marks.
      const kind = node.type === "list-ordered" ? "ordered" : "bullets";
      const isOther: boolean = isList && list?.type === kind && !list.isOther;
      const text = isListNode(node) ? this.#list(node, isOther) : this.#block(node, written.length === 0);
      if (text === "") continue;
      list = isList ? { type: kind, isOther } : undefined;
      written.push(text);
    }
    return written.join("\n\n");
  }

  anchor(heading: Heading): string | undefined {
    const words = plainText(heading.nodes ?? []);
    const given = heading.data.id;
    const usual = this.#anchors.peek(words);
    const isChosen = given !== undefined && given !== usual;
    this.#anchors.next(words, isChosen ? given : undefined);
    return isChosen ? given : undefined;
  }

  #block(node: Block, isFirst: boolean): string {
    const { type, data, nodes = [] } = node;
    switch (type) {
      case "paragraph":
        return this.#paragraph(node);
      case "heading-1":
      case "heading-2":
      case "heading-3":
        return this.#heading(node);
      case "blockquote":
        return this.blocks(nodes)
          .split("\n")
          .map((line) => (line === "" ? ">" : `> ${line}`))
          .join("\n");
      case "divider":
        // At the beginning, dashes would be read as front matter, or as a list.
        return isFirst ? "___" : "---";
      case "code":
        return writeCode(node, this);
      case "math":
        return `$$\n${data.formula && `${data.formula}\n`}$$`;
      case "images":
        return writeImages(node, this);
      case "table":
        return writeTable(node, this);
      case "expandable":
        return this.#expandable(node);
      case "hint":
        return this.#between("hint", { style: data.style, icon: data.icon }, nodes);
      case "if":
        return [`{% if ${data.expression} %}`, this.blocks(nodes), "{% endif %}"]
          .filter((line) => line !== "")
          .join("\n");
      case "tabs":
      case "stepper":
      case "columns":
        return this.#parts(node);
      default:
        return writeVoid(node, this);
    }
  }

  #paragraph({ data, nodes = [] }: BlockOf<"paragraph">): string {
    const aligned = alignedHtml("p", data.align, nodes, this);
    if (aligned !== undefined) return aligned;
    const words = soleText(nodes);
    if (words !== undefined && this.#conflicts.isMarker(words)) return words;
    return verbatim(words) ?? writeLines(writeInlines(nodes, this.notes));
  }

  #heading(node: Heading): string {
    const { type, data, nodes = [] } = node;
    const id = this.anchor(node);
    const level = Number(type.slice(-1));
    const aligned = alignedHtml(`h${level}`, data.align, nodes, this, id);
    if (aligned !== undefined) return aligned;
    const title = encodeEdgeSpaces(writeInlines(nodes, this.notes).replaceAll("\n", "<br>"));
    const closed = title.replace(/(^|[ \t])(#+)$/, "$1\\$2");
    const anchor = id === undefined ? "" : ` <a href="#${id}" id="${id}"></a>`;
    return `${"#".repeat(level)} ${closed}${anchor}`.trimEnd();
  }

  #list(node: List, isOther: boolean): string {
    const isOrdered = node.type === "list-ordered";
    const start = (node.type === "list-ordered" ? node.data.start : undefined) ?? 1;
    const items = blocksIn(node.nodes).map(withoutBlanks);
    const isTight = items.every(({ nodes = [] }) => isCompact(nodes));
    const bullet = isOther ? (this.#bullet === "-" ? "*" : "-") : this.#bullet;
    const written = items.map((item, i) => {
      const number = Math.min(start + i, 999_999_999);
      return this.#item(item, isOrdered ? `${number}${isOther ? ")" : "."}` : bullet);
    });
    return written.join(isTight ? "\n" : "\n\n");
  }

  #item(item: Block, mark: string): string {
    const { nodes = [] } = item;
    const checked = checkedOf(item);
    const box = checked === undefined ? "" : `[${checked ? "x" : " "}]`;
    const content = this.#itemContent(nodes);
    const hasText = beginsWithText(nodes) && content !== "";
    const text =
      box === ""
        ? content
        : hasText
          ? `${box} ${content}`
          : [box, content].filter((part) => part !== "").join("\n\n");
    const [first = "", ...others] = text.split("\n");
    const indent = " ".repeat(mark.length + 1);
    const lines = others.map((line) => (line === "" ? "" : indent + line));
    // Marks of lists in a row may look like a divider.
    if (isDivider(`${mark} ${first}`)) return [mark, indent + first, ...lines].join("\n");
    return [`${mark} ${first}`.trimEnd(), ...lines].join("\n");
  }

  /** A list may follow the text of its item without a blank line, if it would be seen as one. */
  #itemContent(nodes: readonly Node[]): string {
    const [first, ...others] = nodes;
    if (first === undefined || others.length === 0 || !isCompact(nodes)) return this.blocks(nodes);
    return [this.blocks([first]), this.blocks(others)].filter((part) => part !== "").join("\n");
  }

  #expandable({ fragments = [] }: Block): string {
    const part = (name: string) => fragments.find(({ fragment }) => fragment === name)?.nodes ?? [];
    const title = encodeEdgeSpaces(writeHtmlInlines(part("expandable-title")[0]?.nodes ?? [], this.notes));
    const body = this.blocks(part("expandable-body"));
    return ["<details>", `<summary>${title}</summary>`, body, "</details>"]
      .filter((text) => text !== "")
      .join("\n\n");
  }

  #between(name: string, attributes: Parameters<typeof writeTag>[1], nodes: readonly Node[]): string {
    return [writeTag(name, attributes), this.blocks(nodes), `{% end${name} %}`]
      .filter((text) => text !== "")
      .join("\n");
  }

  #parts(node: BlockOf<"tabs" | "stepper" | "columns">): string {
    const { type, data, nodes = [] } = node;
    const parts = blocksIn(nodes).map((item) => this.#part(item));
    const open = writeTag(type, { fullWidth: "fullWidth" in data ? data.fullWidth : undefined });
    return [open, parts.join("\n\n"), `{% end${type} %}`].join("\n");
  }

  #part({ type, data, nodes = [] }: Block): string {
    switch (type) {
      case "tabs-item":
        return this.#between("tab", { title: data.title, icon: data.icon }, nodes);
      case "stepper-step":
        return this.#between("step", { icon: data.icon }, nodes);
      case "column":
        return this.#between(
          "column",
          { width: writeLength(data.width), valign: data.verticalAlignment },
          nodes,
        );
      default:
        return "";
    }
  }
}

type List = BlockOf<"list-ordered" | "list-unordered" | "list-tasks">;

function isListNode(node: Block): node is List {
  const { type } = node;
  return type === "list-ordered" || type === "list-unordered" || type === "list-tasks";
}

/** The lines of a paragraph. A break that is meant ends with a backslash, and at the edges is one of HTML. */
function writeLines(text: string): string {
  const lines = text.split("\n").map(encodeEdgeSpaces);
  const isOpen = lines[0] === "" || lines.at(-1) === "";
  return isOpen ? escapeLineStart(lines.join("<br>")) : lines.map(escapeLineStart).join("\\\n");
}

/** A comment, or a tag that nobody knows: such a paragraph is kept as it is. */
function verbatim(words: string | undefined): string | undefined {
  const isComment =
    words?.startsWith("<!--") && words.indexOf("-->") === words.length - 3 && words.length > 6;
  return words !== undefined && (isComment || isTagAlone(words)) ? words : undefined;
}

/** Whether what an item begins with can stand behind a box. */
function beginsWithText([first]: readonly Node[]): boolean {
  if (first?.object !== "block" || first.type !== "paragraph") return false;
  return (first.data.align ?? "start") === "start" && verbatim(soleText(first.nodes ?? [])) === undefined;
}

/** The one text that is all there is, without marks. */
function soleText(nodes: readonly Node[]): string | undefined {
  const [only, ...others] = mergeTexts(nodes);
  if (only?.object !== "text" || others.length > 0 || only.leaves.length !== 1) return undefined;
  return only.leaves[0]?.marks.length === 0 ? only.leaves[0].text : undefined;
}

function withoutBlanks(item: Block): Block {
  return {
    ...item,
    nodes: item.nodes?.filter((node) => node.object !== "block" || !isEmptyParagraph(node)) ?? [],
  };
}

/** Whether an item is text, with at most lists below it. */
function isCompact([first, second, ...others]: readonly Node[]): boolean {
  if (first === undefined || others.length > 0) return others.length === 0;
  if (second === undefined) return isBlockOf(first, "paragraph") || interrupts(first);
  return isBlockOf(first, "paragraph") && interrupts(second);
}

/** Whether a list would be seen as one right below a paragraph. */
function interrupts(node: Node): boolean {
  if (node.object !== "block") return false;
  const first = node.nodes?.[0];
  const isEmpty =
    first?.object === "block" &&
    (first.nodes ?? []).every((inner) => inner.object === "block" && isEmptyParagraph(inner));
  if (isEmpty && checkedOf(first) === undefined) return false;
  if (node.type === "list-ordered") return (node.data.start ?? 1) === 1;
  return node.type === "list-unordered" || node.type === "list-tasks";
}

/** The state of an item's checkbox; undefined without one. */
function checkedOf(item: Block): boolean | undefined {
  return item.type === "list-item" ? item.data.checked : undefined;
}

function isBlockOf(node: Node | undefined, type: Block["type"]): boolean {
  return node?.object === "block" && node.type === type;
}

import { finish, type Steps } from "../../../platform/index.ts";
import { ConflictMarkers, htmlAttributes, isDivider, writeTag } from "../../markdown/syntax/index.ts";
import {
  Anchors,
  type Block,
  type BlockOf,
  blocksIn,
  isEmptyParagraph,
  type Node,
  plainText,
  soleText,
  writeDate,
} from "../model/index.ts";
import {
  type FootnoteLabels,
  FootnoteWriter,
  type Heading,
  type WriteContext,
  writeLength,
} from "./context.ts";
import { encodeEdgeSpaces, escapeLineStart } from "./escape.ts";
import { alignedHtml, writeImages } from "./html-blocks.ts";
import { writeHtmlInlines, writeInlines } from "./write-inlines.ts";
import { isUnknownTag, writeCode, writeVoid } from "./write-leaf.ts";
import { writeTable } from "./write-table.ts";

/** The bullet and footnote labels of an existing text, for blocks that are added to it. */
export interface Style {
  readonly bullet: "-" | "*" | "+";
  readonly notes: FootnoteLabels;
}

/** Writes blocks as Markdown in canonical form, from which the same blocks are read. */
export function writeMarkdown(nodes: readonly Block[], style?: Style): string {
  return finish(writeSteps(nodes, style));
}

export function writeSteps(nodes: readonly Block[], style?: Style): Steps<string> {
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

  *document(nodes: readonly Block[]): Steps<string> {
    const body = yield* this.#blocks(nodes);
    const notes = yield* this.notes.write((blocks) => this.#blocks(blocks));
    const text = joinNonEmpty([body, ...notes], "\n\n");
    return text === "" ? "" : `${text}\n`;
  }

  blocks(nodes: readonly Node[]): string {
    return finish(this.#blocks(nodes));
  }

  /** Writes blocks with blank lines between them. Blocks without text are omitted. */
  *#blocks(nodes: readonly Node[]): Steps<string> {
    const written: string[] = [];
    let list: { isOrdered: boolean; usesOtherMarker: boolean } | undefined;
    for (const node of blocksIn(nodes)) {
      // Adjacent lists alternate between two markers, so that they are not read as one list.
      const isOrdered = node.type === "list-ordered";
      const usesOtherMarker: boolean = isList(node) && list?.isOrdered === isOrdered && !list.usesOtherMarker;
      const text = isList(node)
        ? yield* this.#list(node, usesOtherMarker)
        : yield* this.#block(node, written.length === 0);
      yield;
      if (text === "") continue;
      list = isList(node) ? { isOrdered, usesOtherMarker } : undefined;
      written.push(text);
    }
    return written.join("\n\n");
  }

  anchor(heading: Heading): string | undefined {
    const text = plainText(heading.nodes ?? []);
    const { id } = heading.data;
    const explicit = id === this.#anchors.peek(text) ? undefined : id;
    this.#anchors.next(text, explicit);
    return explicit;
  }

  *#block(node: Block, isFirst: boolean): Steps<string> {
    const { type, data, nodes = [] } = node;
    switch (type) {
      case "paragraph":
        return this.#paragraph(node);
      case "heading-1":
      case "heading-2":
      case "heading-3":
        return this.#heading(node);
      case "blockquote":
        return (yield* this.#blocks(nodes))
          .split("\n")
          .map((line) => (line === "" ? ">" : `> ${line}`))
          .join("\n");
      case "divider":
        // At the start of a document, dashes would be read as front matter; in an item, as one divider with its bullet.
        return isFirst ? "___" : "---";
      case "code":
        return writeCode(node, this);
      case "math":
        return `$$\n${data.formula && `${data.formula}\n`}$$`;
      case "images":
        return writeImages(node, this);
      case "table":
        return yield* writeTable(node, this);
      case "expandable":
        return yield* this.#expandable(node);
      case "hint":
        return yield* this.#writeInTags(
          "hint",
          writeTag("hint", { style: data.style, icon: data.icon }),
          nodes,
        );
      case "if":
        return yield* this.#writeInTags("if", `{% if ${data.expression} %}`, nodes);
      case "prompt": {
        const { description, icon, openInAIProviders, defaultExpanded } = data;
        const attributes = { description, icon, openInAIProviders, defaultExpanded };
        return yield* this.#writeInTags("prompt", writeTag("prompt", attributes), nodes);
      }
      case "updates":
        return yield* this.#writeParts(type, writeTag(type, { format: data.format }), nodes);
      case "stepper":
        return yield* this.#writeParts(type, writeTag(type), nodes);
      case "tabs":
      case "columns":
        return yield* this.#writeParts(type, writeTag(type, { fullWidth: data.fullWidth }), nodes);
      default:
        return writeVoid(node, this);
    }
  }

  #paragraph({ data, nodes = [] }: BlockOf<"paragraph">): string {
    const aligned = alignedHtml("p", data.align, nodes, this);
    if (aligned !== undefined) return aligned;
    const text = soleText(nodes);
    const isLiteral = text !== undefined && (this.#conflicts.isMarker(text) || isUnknownTag(text));
    return isLiteral ? text : writeLines(writeInlines(nodes, this.notes));
  }

  #heading(node: Heading): string {
    const { type, data, nodes = [] } = node;
    const id = this.anchor(node);
    const level = Number(type.slice(-1));
    const aligned = alignedHtml(`h${level}`, data.align, nodes, this, id);
    if (aligned !== undefined) return aligned;
    const title = encodeEdgeSpaces(writeInlines(nodes, this.notes).replaceAll("\n", "<br>"));
    const escaped = title.replace(/(^|[ \t])(#+)$/, "$1\\$2");
    const anchor = id === undefined ? "" : ` <a href="#${id}" id="${id}"></a>`;
    return `${"#".repeat(level)} ${escaped}${anchor}`.trimEnd();
  }

  *#list({ type, data, nodes }: List, usesOtherMarker: boolean): Steps<string> {
    const items = blocksIn(nodes).map((item) => ({
      checked: checkedOf(item),
      nodes: (item.nodes ?? []).filter((node) => node.object !== "block" || !isEmptyParagraph(node)),
    }));
    const bullet = usesOtherMarker ? (this.#bullet === "-" ? "*" : "-") : this.#bullet;
    const start = type === "list-ordered" ? (data.start ?? 1) : 1;
    const written: string[] = [];
    for (const [i, { checked, nodes }] of items.entries()) {
      const number = Math.min(start + i, 999_999_999);
      const marker = type === "list-ordered" ? `${number}${usesOtherMarker ? ")" : "."}` : bullet;
      written.push(yield* this.#item(nodes, checked, marker));
    }
    return written.join(items.every(({ nodes }) => isCompact(nodes)) ? "\n" : "\n\n");
  }

  *#item(nodes: readonly Node[], checked: boolean | undefined, marker: string): Steps<string> {
    const box = checked === undefined ? "" : `[${checked ? "x" : " "}]`;
    const content = yield* this.#itemContent(nodes);
    const isText = startsWithText(nodes);
    // A checkbox without text would be read as text.
    const start = box === "" || isText ? box : `${box} <!-- -->`;
    const text = joinNonEmpty([start, content], isText ? " " : "\n\n");
    const [first = "", ...others] = text.split("\n");
    const indent = " ".repeat(marker.length + 1);
    const lines = others.map((line) => (line === "" ? "" : indent + line));
    // Several list markers in a row may look like a divider.
    if (isDivider(`${marker} ${first}`)) return [marker, indent + first, ...lines].join("\n");
    return [`${marker} ${first}`.trimEnd(), ...lines].join("\n");
  }

  /** In a compact item, a list follows the text without a blank line. */
  *#itemContent(nodes: readonly Node[]): Steps<string> {
    const [first, ...others] = nodes;
    if (first === undefined || others.length === 0 || !isCompact(nodes)) return yield* this.#blocks(nodes);
    return joinNonEmpty([yield* this.#blocks([first]), yield* this.#blocks(others)], "\n");
  }

  *#expandable({ data, fragments = [] }: BlockOf<"expandable">): Steps<string> {
    const part = (name: string) => fragments.find(({ fragment }) => fragment === name)?.nodes ?? [];
    const title = encodeEdgeSpaces(writeHtmlInlines(part("expandable-title")[0]?.nodes ?? [], this.notes));
    const body = yield* this.#blocks(part("expandable-body"));
    return joinNonEmpty(
      [
        `<details${htmlAttributes({ open: data.defaultExpanded })}>`,
        `<summary>${title}</summary>`,
        body,
        "</details>",
      ],
      "\n\n",
    );
  }

  *#writeInTags(name: string, tag: string, nodes: readonly Node[]): Steps<string> {
    return joinNonEmpty([tag, yield* this.#blocks(nodes), `{% end${name} %}`], "\n");
  }

  *#writeParts(name: string, tag: string, nodes: readonly Node[]): Steps<string> {
    const parts: string[] = [];
    for (const item of blocksIn(nodes)) parts.push(yield* this.#part(item));
    return [tag, parts.join("\n\n"), `{% end${name} %}`].join("\n");
  }

  *#part({ type, data, nodes = [] }: Block): Steps<string> {
    switch (type) {
      case "tabs-item": {
        const attributes = { title: data.title, icon: data.icon, slug: data.slug };
        return yield* this.#writeInTags("tab", writeTag("tab", attributes), nodes);
      }
      case "update": {
        const attributes = { date: writeDate(data.date), tags: data.tags?.map(({ tag }) => tag).join(",") };
        return yield* this.#writeInTags("update", writeTag("update", attributes), nodes);
      }
      case "stepper-step":
        return yield* this.#writeInTags("step", writeTag("step", { icon: data.icon }), nodes);
      case "column": {
        const attributes = { width: writeLength(data.width), valign: data.verticalAlignment };
        return yield* this.#writeInTags("column", writeTag("column", attributes), nodes);
      }
      default:
        return "";
    }
  }
}

function joinNonEmpty(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== "").join(separator);
}

type List = BlockOf<"list-ordered" | "list-unordered" | "list-tasks">;

function isList(node: Node): node is List {
  return /^list-(?:ordered|unordered|tasks)$/.test(node.object === "block" ? node.type : "");
}

/** Writes hard line breaks of a paragraph as backslashes, or as `<br>` if its first or last line is empty. */
function writeLines(text: string): string {
  const lines = text.split("\n").map(encodeEdgeSpaces);
  const hasEmptyEdge = lines[0] === "" || lines.at(-1) === "";
  return hasEmptyEdge ? escapeLineStart(lines.join("<br>")) : lines.map(escapeLineStart).join("\\\n");
}

function startsWithText([first]: readonly Node[]): boolean {
  if (first?.object !== "block" || first.type !== "paragraph") return false;
  return (first.data.align ?? "start") === "start" && !isUnknownTag(soleText(first.nodes ?? []) ?? "");
}

/** Whether an item is written without blank lines: it is empty, a paragraph, a list, or a paragraph and a list. */
function isCompact([first, second, ...others]: readonly Node[]): boolean {
  if (first === undefined || others.length > 0) return others.length === 0;
  const isParagraph = first.object === "block" && first.type === "paragraph";
  if (second === undefined) return isParagraph || canInterrupt(first);
  return isParagraph && canInterrupt(second);
}

/** Whether a list can follow a paragraph without a blank line. */
function canInterrupt(node: Node): boolean {
  if (!isList(node)) return false;
  const [first] = blocksIn(node.nodes);
  const isEmpty = first?.nodes?.every((inner) => inner.object === "block" && isEmptyParagraph(inner)) ?? true;
  if (first !== undefined && isEmpty && checkedOf(first) === undefined) return false;
  return node.type !== "list-ordered" || (node.data.start ?? 1) === 1;
}

function checkedOf(item: Block): boolean | undefined {
  return item.type === "list-item" ? item.data.checked : undefined;
}

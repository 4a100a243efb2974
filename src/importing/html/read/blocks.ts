import type { Heading, List, ListItem } from "mdast";
import { type Column, paragraph, phrasingText, withoutStrong } from "../markdown/index.ts";
import { blockElements, childElements, type Element, hasClass, type Node } from "../tree/index.ts";
import { calloutOf } from "./callouts.ts";
import { codeBlock, isCodeTable } from "./code-blocks.ts";
import type { ContentReader } from "./content-reader.ts";
import { type Flow, type Marks, withMark, withoutMark } from "./flow.ts";
import { isToggleList, itemsOf, listPartOf, mergeIntoList } from "./lists.ts";
import { figureParts, imageOf } from "./media.ts";
import { readTable } from "./tables.ts";
import { tabsIn } from "./tabs.ts";

/** Reads a block-level element; false for any other element. */
export function readBlock(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  if (!blockElements.has(element.name)) return false;
  flow.endParagraph();
  if (!flow.isPhrasing && readByName(reader, element, flow, marks)) return true;
  reader.visit(element.children, flow, element.name === "pre" ? withMark(marks, { name: "code" }) : marks);
  flow.endParagraph();
  return true;
}

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Reads an element by its name and classes; false if it only groups its content. */
function readByName(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const isTooDeep = reader.isTooDeep(flow);
  const level = levels.find((depth) => element.name === `h${depth}`);
  if (level !== undefined) return readHeading(reader, element, level, flow, marks);
  switch (element.name) {
    case "hr":
      flow.addBlock({ type: "thematicBreak" });
      return true;
    case "pre": {
      const code = codeBlock(element, reader.codeTitles.get(element));
      if (code !== undefined) flow.addBlock(code);
      return true;
    }
    case "ul":
    case "ol":
    case "menu":
    case "dir":
      return !isTooDeep && readList(reader, element, flow, marks);
    case "dl":
      readDefinitions(reader, element.children, flow, marks);
      return true;
    case "details":
      return !isTooDeep && readDetails(reader, element, flow, marks);
    case "figure":
      return readFigure(reader, element, flow) || (!isTooDeep && readCallout(reader, element, flow));
    case "table":
      return !isTooDeep && !isCodeTable(element) && readTable(reader, element, flow, marks);
    case "p":
      if (reader.context.part === "all" && hasClass(element, "title"))
        return readHeading(reader, element, 1, flow, marks);
      return !isTooDeep && readCallout(reader, element, flow);
    case "blockquote":
      if (isTooDeep) return false;
      return readCallout(reader, element, flow) || readQuote(reader, element, flow, marks);
    default:
      return !isTooDeep && readDivision(reader, element, flow, marks);
  }
}

function readHeading(
  reader: ContentReader,
  element: Element,
  depth: Heading["depth"],
  flow: Flow,
  marks: Marks,
): boolean {
  const children = withoutStrong(reader.readPhrasing(element.children, withoutMark(marks, "strong")));
  if (children.length === 0) return true;
  const id = element.attributes.get("id") ?? sectionId(element);
  const heading: Heading = { type: "heading", depth, children, ...(id && { data: { id } }) };
  // A heading without text only contains images.
  const hasText = phrasingText(children).trim() !== "";
  flow.addBlock(hasText ? heading : paragraph(children));
  if (hasText) reader.headings.set(element, heading);
  return true;
}

/** The id of the section that starts with a heading. Sphinx puts labels before the heading, as empty spans. */
function sectionId(heading: Element): string | undefined {
  const { parent } = heading;
  if (parent === undefined || !(parent.name === "section" || hasClass(parent, "section"))) return undefined;
  const first = childElements(parent).find(({ name, children }) => name !== "span" || children.length > 0);
  return first === heading ? parent.attributes.get("id") : undefined;
}

function readList(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  if (isToggleList(element)) return false;
  const items = itemsOf(element).flatMap(({ element: item, nodes, checked }): ListItem[] => {
    if (item !== undefined && reader.skipsItem(item)) return [];
    const children = reader.readBlocks(nodes, marks);
    return children.length === 0 ? [] : [{ type: "listItem", checked: checked ?? null, children }];
  });
  if (items.length === 0) return true;
  const list = listOf(element, items);
  if (!mergeIntoList(flow.blocks.at(-1), list)) flow.addBlock(list);
  return true;
}

function listOf(element: Element, children: ListItem[]): List {
  const { name, attributes } = element;
  const part = listPartOf(element);
  const start = Number.parseInt(attributes.get("start") ?? "1", 10);
  const isValid = start >= 0 && start < 100_000_000;
  const ordered = name === "ol";
  return {
    type: "list",
    ordered,
    start: ordered && isValid ? start : ordered ? 1 : null,
    children,
    ...(part && { data: { part } }),
  };
}

/** Terms become bold paragraphs, followed by their definitions. */
function readDefinitions(reader: ContentReader, nodes: readonly Node[], flow: Flow, marks: Marks): void {
  for (const node of nodes) {
    if (typeof node !== "string" && node.name === "dt") {
      const term = reader.readPhrasing([node], marks);
      if (term.length > 0) flow.addBlock(paragraph([{ type: "strong", children: withoutStrong(term) }]));
    } else if (typeof node !== "string" && node.name === "div")
      readDefinitions(reader, node.children, flow, marks);
    else reader.visit([node], flow, marks);
    flow.endParagraph();
  }
}

function readDetails(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const summary = childElements(element).find(({ name }) => name === "summary");
  const title = reader.readPhrasing(summary?.children ?? [], withoutMark(marks, "strong"));
  const children = reader.readBlocks(
    element.children.filter((child) => child !== summary),
    marks,
  );
  if (children.length > 0) flow.addBlock({ type: "details", summary: withoutStrong(title), children });
  return true;
}

/** Reads the columns of a Notion export. */
function readColumns(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const columns = childElements(element).map((column): Column => {
    const [, width] = /width:\s*(\d{1,3})(?:\.\d*)?%/.exec(column.attributes.get("style") ?? "") ?? [];
    const children = reader.readBlocks(column.children, marks);
    return { type: "column", width: width === undefined ? undefined : Number(width), children };
  });
  if (columns.length > 0) flow.addBlock({ type: "columns", children: columns });
  return true;
}

/** Reads the expand macro of Confluence. */
function readExpand(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const [control, ...content] = childElements(element);
  const children = reader.readBlocks(content, marks);
  if (control === undefined || children.length === 0) return false;
  flow.addBlock({ type: "details", summary: reader.readPhrasing([control], []), children });
  return true;
}

function readFigure(reader: ContentReader, element: Element, flow: Flow): boolean {
  const parts = figureParts(element);
  const image = parts && imageOf(parts.image, reader.context);
  if (image === undefined || typeof image === "string") return false;
  const caption = reader.readPhrasing(parts?.caption?.children ?? [], []);
  if (caption.length === 0) flow.addBlock(paragraph([image]));
  else flow.addBlock({ type: "figure", url: image.url, alt: image.alt ?? "", caption });
  return true;
}

function readQuote(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const children = reader.readBlocks(element.children, marks);
  if (children.length > 0) flow.addBlock({ type: "blockquote", children });
  return true;
}

function readCallout(reader: ContentReader, element: Element, flow: Flow): boolean {
  const callout = calloutOf(element);
  if (callout === undefined) return false;
  const { style, title, body } = callout;
  const head =
    title === "" ? [] : [paragraph([{ type: "strong", children: [{ type: "text", value: title }] }])];
  const children = [...head, ...reader.readBlocks(body, [])];
  if (children.length > 0) flow.addBlock({ type: "hint", style, children });
  return true;
}

function readDivision(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const tabs = tabsIn(element);
  if (tabs !== undefined) reader.readTabs(tabs, flow, marks);
  else if (hasClass(element, "column-list")) return readColumns(reader, element, flow, marks);
  else if (hasClass(element, "expand-container")) return readExpand(reader, element, flow, marks);
  else if (hasClass(element, "figure"))
    return readFigure(reader, element, flow) || readCallout(reader, element, flow);
  else return readCallout(reader, element, flow);
  return true;
}

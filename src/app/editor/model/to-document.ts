import type { Mark, Node } from "prosemirror-model";
import type { Block, Data, Document, Fragment, Inline, Mark as JsonMark, Leaf, Text } from "./document.ts";
import { isEqual } from "./document.ts";
import { blockType, spanningInlines } from "./schema.ts";
import { type Column, cellName, headerName, type TableAttributes, type TableRecord } from "./table.ts";

/** The document of the API. A paragraph that was added to an empty document is left out. */
export function toDocument(doc: Node): Document {
  const nodes = isUntouched(doc) ? [] : doc.children.map(toBlock);
  return { object: "document", data: doc.attrs.data, nodes };
}

function isUntouched(doc: Node): boolean {
  const { firstChild } = doc;
  return doc.childCount === 1 && firstChild !== null && isEmptyParagraph(firstChild) && !firstChild.attrs.key;
}

/** Whether a node is a paragraph without text, which Markdown cannot represent. */
export function isEmptyParagraph({ type, attrs, childCount }: Node): boolean {
  return type.name === "paragraph" && childCount === 0 && (attrs.data.align ?? "start") === "start";
}

export function toBlock(node: Node): Block {
  const { name } = node.type;
  if (name === "opaque_block") return node.attrs.json;
  if (name === "table") return toTable(node);
  const { data, meta } = node.attrs;
  const key: string | undefined = node.attrs.key ?? undefined;
  const base = {
    object: "block" as const,
    type: blockType(name),
    data,
    ...(meta && { meta }),
    ...keyed(key),
  };
  if (node.inlineContent) return { ...base, isVoid: false, nodes: toInlines(node.children, key) };
  const fragments = node.children.filter(isFragment).map(toFragment);
  if (fragments.length > 0 || name === "image") return { ...base, isVoid: true, fragments };
  if (node.childCount === 0) return { ...base, isVoid: true };
  return { ...base, isVoid: false, nodes: node.children.map(toBlock) };
}

function isFragment({ type }: Node): boolean {
  return ["caption", "expandable_title", "expandable_body"].includes(type.name);
}

function toFragment(node: Node): Fragment {
  const type = blockType(node.type.name);
  const { name, key } = node.attrs;
  const nodes = node.children.map(toBlock);
  return { object: "fragment", type, fragment: name ?? type, nodes, ...keyed(key ?? undefined) };
}

function keyed(key: string | undefined): { key?: string } {
  return key === undefined ? {} : { key };
}

/** Keys of texts and inlines are derived from the key of their block. */
export function toInlines(children: readonly Node[], key: string | undefined): (Text | Inline)[] {
  const nodes: (Text | Inline)[] = [];
  const nextKey = () => key && `${key}-${nodes.length}`;
  for (let i = 0; i < children.length; ) {
    const child = children[i] as Node;
    const span = spanOf(child);
    let end = i + 1;
    if (span !== undefined) {
      while (end < children.length && spanOf(children[end] as Node)?.eq(span)) end++;
      nodes.push(toSpan(span, children.slice(i, end), nextKey()));
    } else if (child.isText) {
      while (end < children.length && isPlainText(children[end] as Node)) end++;
      nodes.push(toText(children.slice(i, end), nextKey()));
    } else nodes.push(toInline(child, nextKey()));
    i = end;
  }
  return nodes.length > 0 ? nodes : [toText([], nextKey())];
}

function spanOf(node: Node): Mark | undefined {
  return node.marks.find(({ type }) => spanningInlines.includes(type.name));
}

function isPlainText(node: Node): boolean {
  return node.isText && spanOf(node) === undefined;
}

function toSpan(span: Mark, children: readonly Node[], key: string | undefined): Inline {
  const inner = children.map((child) => child.mark(span.removeFromSet(child.marks)));
  const { data, fragments } = span.attrs as { data: Data; fragments: readonly Fragment[] | null };
  return {
    object: "inline",
    type: span.type.name,
    isVoid: false,
    data,
    nodes: toInlines(inner, key),
    ...(fragments && { fragments }),
    ...keyed(key),
  };
}

function toText(nodes: readonly Node[], key: string | undefined): Text {
  const leaves = nodes.map(
    ({ text = "", marks }): Leaf => ({ object: "leaf", text, marks: marks.map(toMark) }),
  );
  const empty: Leaf = { object: "leaf", text: "", marks: [] };
  return { object: "text", leaves: leaves.length > 0 ? leaves : [empty], ...keyed(key) };
}

function toMark({ type, attrs }: Mark): JsonMark {
  return { object: "mark", type: type.name, ...(attrs.data !== undefined && { data: attrs.data }) };
}

function toInline({ type, attrs }: Node, key: string | undefined): Inline {
  if (type.name === "opaque_inline") return { ...(attrs.json as Inline), ...keyed(key) };
  return { object: "inline", type: blockType(type.name), isVoid: true, data: attrs.data, ...keyed(key) };
}

function toTable({ attrs, children }: Node): Block {
  const [head, ...rows] = children;
  const key: string | undefined = attrs.key ?? undefined;
  const { definition, ...data } = attrs.data as TableAttributes;
  const fragments: Fragment[] = [];
  const columns: Record<string, Column> = { ...definition };
  for (const title of head?.children ?? []) {
    const { column } = title.attrs;
    const known = definition[column];
    if (known === undefined) continue;
    const header = toHeader(title);
    if (header !== undefined) fragments.push(header);
    const isUnchanged = header !== undefined && isEqual(header, title.attrs.fragment);
    columns[column] = isUnchanged ? known : { ...known, title: title.textContent };
  }
  const records: Record<string, TableRecord> = {};
  for (const row of rows) {
    const values: Record<string, unknown> = {};
    for (const cell of row.children) {
      const { column, value } = cell.attrs;
      if (definition[column]?.type !== "text") {
        if (value !== undefined) values[column] = value;
        continue;
      }
      const fragment = toCell(cell, row.attrs.id);
      if (fragment !== undefined) fragments.push(fragment);
      const name = fragment?.fragment ?? value;
      if (name !== undefined) values[column] = name;
    }
    records[row.attrs.id] = { orderIndex: row.attrs.orderIndex, values };
  }
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: { ...data, definition: columns, records },
    fragments,
    ...keyed(key),
  };
}

/** The fragment of a title that has one, or whose text has marks or inlines. */
function toHeader(title: Node): Fragment | undefined {
  const known: Fragment | null = title.attrs.fragment;
  const isPlain = title.children.every(({ isText, marks }) => isText && marks.length === 0);
  if (known === null && isPlain) return undefined;
  const [paragraph] = known?.nodes ?? [];
  const nodes = toInlines(title.children, paragraph?.key);
  const base = paragraph ?? { object: "block", type: "paragraph", isVoid: false, data: {} };
  const name = headerName(title.attrs.column);
  return {
    ...(known ?? { object: "fragment", type: "table-cell", fragment: name }),
    nodes: [{ ...base, nodes }],
  };
}

/** The fragment of a cell with text; undefined if it has never had any. */
function toCell(cell: Node, row: string): Fragment | undefined {
  const { fragment, column, key } = cell.attrs;
  if (fragment === null && cell.childCount === 0) return undefined;
  return {
    object: "fragment",
    type: "table-cell",
    fragment: fragment ?? cellName(row, column),
    nodes: cell.children.map(toBlock),
    ...keyed(key ?? undefined),
  };
}

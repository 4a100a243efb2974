import type { Mark, Node } from "prosemirror-model";
import { conflictBlocks } from "./conflicts.ts";
import type { Block, Data, Document, Fragment, Inline, Mark as JsonMark, Leaf, Text } from "./document.ts";
import { isEqual } from "./document.ts";
import { blockType, spanningInlines } from "./schema.ts";
import {
  type Column,
  type ColumnAttributes,
  cellName,
  columnRoles,
  headerName,
  isUnwritten,
  orderKeys,
  type TableRecord,
  uniqueIds,
} from "./table.ts";

/** The document of the API. A paragraph that was added to an empty document is left out. */
export function toDocument(doc: Node): Document {
  const nodes = isUntouched(doc) ? [] : doc.children.flatMap(toBlocks);
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

/** A node is a block, except that a conflict consists of several. */
export function toBlocks(node: Node): Block[] {
  return node.type.name === "conflict" ? conflictBlocks(node) : [toBlock(node)];
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
  return { ...base, isVoid: false, nodes: node.children.flatMap(toBlocks) };
}

function isFragment({ type }: Node): boolean {
  return ["caption", "expandable_title", "expandable_body"].includes(type.name);
}

function toFragment(node: Node): Fragment {
  const type = blockType(node.type.name);
  const { name, key } = node.attrs;
  const nodes = node.children.flatMap(toBlocks);
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
  const titles = head?.children ?? [];
  const { view, ...data } = attrs.data as { readonly view: Data };
  const fragments: Fragment[] = [];
  const columns = uniqueIds(titles.map(columnId), "column").map((id, i): Column => {
    const title = titles[i] as Node;
    const header = toHeader(title, id);
    if (header !== undefined) fragments.push(header);
    const isUnchanged = header !== undefined && isEqual(header, title.attrs.fragment);
    return { ...title.attrs.data, id, title: isUnchanged ? title.attrs.title : title.textContent };
  });
  const records = toRecords(rows, columns, fragments);
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: {
      ...data,
      view: toView(view, titles, columns),
      definition: Object.fromEntries(columns.map((column) => [column.id, column])),
      records,
    },
    fragments,
    ...keyed(attrs.key ?? undefined),
  };
}

function columnId({ attrs }: Node): string | null {
  return attrs.id;
}

/** The view with the ids of columns. Only grids have widths, and only cards have columns with a role. */
function toView(view: Data, titles: readonly Node[], columns: readonly Column[]): Data {
  const idsWhere = (matches: (attributes: ColumnAttributes) => boolean) =>
    columns.flatMap(({ id }, i) => (matches(titles[i]?.attrs as ColumnAttributes) ? [id] : []));
  const shown = idsWhere(({ isHidden }) => !isHidden);
  if (view.type === "cards") {
    const roles = columnRoles.flatMap((role) =>
      idsWhere((column) => column.roles.includes(role)).map((id) => [role, id]),
    );
    return { ...view, ...Object.fromEntries(roles), columns: shown };
  }
  const widths = columns.flatMap(({ id }, i) => {
    const { width } = titles[i]?.attrs ?? {};
    return width === null ? [] : [[id, width]];
  });
  const columnWidths = widths.length > 0 && { columnWidths: Object.fromEntries(widths) };
  return { ...view, columns: shown, ...columnWidths };
}

/** The rows of a table. Their cells of text are added to the fragments. */
function toRecords(
  rows: readonly Node[],
  columns: readonly Column[],
  fragments: Fragment[],
): Record<string, TableRecord> {
  const ids = uniqueIds(
    rows.map(({ attrs }) => attrs.id),
    "row",
  );
  const orders = orderKeys(rows.map(({ attrs }) => attrs.orderIndex));
  const names = new Set(fragments.map(({ fragment }) => fragment));
  const records: Record<string, TableRecord> = {};
  for (const [i, row] of rows.entries()) {
    const id = ids[i] as string;
    const values: Record<string, unknown> = {};
    for (const [j, column] of columns.entries()) {
      const cell = row.maybeChild(j);
      if (cell === null) continue;
      const fragment = column.type === "text" ? toCell(cell, cellName(id, column.id), names) : undefined;
      if (fragment !== undefined) fragments.push(fragment);
      const value = fragment?.fragment ?? cell.attrs.value;
      if (value !== undefined) values[column.id] = value;
    }
    records[id] = { orderIndex: orders[i] as string, values };
  }
  return records;
}

/** The fragment of a title that has one, or whose text has marks or inlines. */
function toHeader(title: Node, column: string): Fragment | undefined {
  const known: Fragment | null = title.attrs.fragment;
  const isPlain = title.children.every(({ isText, marks }) => isText && marks.length === 0);
  if (known === null && isPlain) return undefined;
  const [paragraph] = known?.nodes ?? [];
  const nodes = toInlines(title.children, paragraph?.key);
  const base = paragraph ?? { object: "block", type: "paragraph", isVoid: false, data: {} };
  return {
    ...(known ?? { object: "fragment", type: "table-cell" }),
    fragment: headerName(column),
    nodes: [{ ...base, nodes }],
  };
}

/** The fragment of a cell with text; undefined if it has never had any. Copies of a cell get another name. */
function toCell(cell: Node, ownName: string, names: Set<string>): Fragment | undefined {
  const { fragment, key } = cell.attrs;
  const isEmpty = cell.childCount === 0 || isUnwritten(cell);
  if (fragment === null && isEmpty) return undefined;
  let name: string = fragment ?? ownName;
  for (let i = 2; names.has(name); i++) name = `${ownName}-${i}`;
  names.add(name);
  return {
    object: "fragment",
    type: "table-cell",
    fragment: name,
    nodes: isEmpty ? [] : cell.children.map(toBlock),
    ...keyed(key ?? undefined),
  };
}

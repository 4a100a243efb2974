import { type Mark, type Node, Fragment as Nodes } from "prosemirror-model";
import { conflictNode, findConflicts, hasMarkers } from "./conflicts.ts";
import type { Block, Document, Fragment, Inline, Mark as JsonMark, Text } from "./document.ts";
import { isEqual } from "./document.ts";
import { nodeName, schema, spanningInlines } from "./schema.ts";
import { columnRoles, columnsOf, headerName, type TableData } from "./table.ts";
import { toBlock } from "./to-document.ts";

/** The document as a node of ProseMirror. An empty one gets a paragraph to write in. */
export function fromDocument({ data, nodes }: Document): Node {
  const blocks = withConflicts(nodes, fromBlock);
  return schema.node("doc", { data }, blocks.length > 0 ? blocks : [schema.node("paragraph")]);
}

/** A block as a node; an opaque one if it would not be the same block afterwards. */
export function fromBlock(block: Block): Node {
  const node = readBlock(block);
  if (node !== undefined && isEqual(toBlock(node), block)) return node;
  return hasMarkers(block) ? conflictNode([block]) : opaqueBlock(block);
}

function opaqueBlock(block: Block): Node {
  return schema.node("opaque_block", { key: block.key ?? null, json: block });
}

/** Reads sibling blocks. Those of a conflict are one node. */
function withConflicts<Read>(
  blocks: readonly Block[],
  read: (block: Block, index: number) => Read,
): (Node | Read)[] {
  const nodes: (Node | Read)[] = [];
  let next = 0;
  for (const { from, to } of findConflicts(blocks)) {
    for (; next < from; next++) nodes.push(read(blocks[next] as Block, next));
    nodes.push(conflictNode(blocks.slice(from, to + 1)));
    next = to + 1;
  }
  for (; next < blocks.length; next++) nodes.push(read(blocks[next] as Block, next));
  return nodes;
}

/** The document with these top-level nodes. Conflicts among them become one node each. */
export function docOf(attributes: Node["attrs"], nodes: readonly Node[]): Node {
  const mayConflict = nodes.some(
    ({ type, textContent }) => type.name === "opaque_block" || /[<>]{7} /.test(textContent),
  );
  const blocks = mayConflict
    ? withConflicts(nodes.map(toBlock), (_block, index) => nodes[index] as Node)
    : nodes;
  return schema.node("doc", attributes, blocks.length > 0 ? blocks : [schema.node("paragraph")]);
}

/** Undefined if the schema does not know the block, or not with this content. */
function readBlock(block: Block): Node | undefined {
  const { type, key, data, meta, nodes = [], fragments = [] } = block;
  const nodeType = schema.nodes[nodeName(type)];
  if (nodeType === undefined) return undefined;
  if (type === "table") return readTable(block);
  const content = nodeType.inlineContent
    ? readInlines(nodes as readonly (Text | Inline)[])
    : [...withConflicts(nodes as readonly Block[], readBlock), ...fragments.map(readFragment)];
  return checked(nodeType.name, { key: key ?? null, data, meta: meta ?? null }, content);
}

function readFragment({ type, fragment, key, nodes }: Fragment): Node | undefined {
  const name = nodeName(type);
  if (schema.nodes[name] === undefined) return undefined;
  return checked(name, { key: key ?? null, name: fragment }, withConflicts(nodes, readBlock));
}

/** The node if all of its content is known and allowed. */
function checked(name: string, attributes: object, content: readonly (Node | undefined)[]): Node | undefined {
  const type = schema.nodes[name];
  const known = content.filter((child) => child !== undefined);
  if (type === undefined || known.length < content.length) return undefined;
  return type.validContent(Nodes.from(known)) ? type.create({ ...attributes }, known) : undefined;
}

export function readInlines(nodes: readonly (Text | Inline)[], span?: Mark): Node[] {
  const spans = span === undefined ? [] : [span];
  return nodes.flatMap((node, position) => {
    if (node.object === "text") return readText(node, spans);
    if (span === undefined && spanningInlines.includes(node.type)) return readSpan(node, position);
    const name = nodeName(node.type);
    const isKnown = schema.nodes[name]?.isInline === true && node.nodes === undefined;
    return isKnown ? schema.node(name, { data: node.data }, undefined, spans) : [opaqueInline(node, spans)];
  });
}

function readText({ leaves }: Text, spans: readonly Mark[]): Node[] {
  return leaves
    .filter(({ text }) => text !== "")
    .map(({ text, marks }) => schema.text(text, marks.map(readMark).concat(spans)));
}

function readMark({ type, data }: JsonMark): Mark {
  return schema.mark(type, data === undefined ? null : { data });
}

/** The text of a link or an annotation, with its mark. One without text is opaque. */
function readSpan(inline: Inline, position: number): Node[] {
  const { type, data, fragments, nodes = [] } = inline;
  const content = readInlines(nodes, schema.mark(type, { data, fragments: fragments ?? null, position }));
  return content.length > 0 ? content : [opaqueInline(inline, [])];
}

function opaqueInline(json: Inline, spans: readonly Mark[]): Node {
  return schema.node("opaque_inline", { json }, undefined, spans);
}

/**
 * The columns of a table are its titles, the values are in its cells. A cell of text without blocks gets a paragraph to write in.
 */
function readTable({ key, data, fragments = [] }: Block): Node | undefined {
  const { records, definition, view, ...others } = data as unknown as TableData;
  const { columns: shown, columnWidths = {}, ...viewOptions } = view;
  const columns = columnsOf({ view, definition });
  const byName = new Map(fragments.map((fragment) => [fragment.fragment, fragment]));
  const titles = columns.map(({ id, title, ...column }) => {
    const fragment = byName.get(headerName(id));
    const [paragraph] = fragment?.nodes ?? [];
    const plain = title === "" ? [] : [schema.text(title)];
    const content = paragraph ? readInlines((paragraph.nodes ?? []) as readonly (Text | Inline)[]) : plain;
    const isHidden = !shown.includes(id);
    const width = (columnWidths as Readonly<Record<string, number>>)[id] ?? null;
    const roles = columnRoles.filter((role) => view[role] === id);
    const fields = { id, title, fragment: fragment ?? null, data: column, isHidden, width, roles };
    return checked("table_title", fields, content);
  });
  const options = Object.fromEntries(
    Object.entries(viewOptions).filter(([name]) => !(columnRoles as readonly string[]).includes(name)),
  );
  const rows = Object.entries(records)
    .toSorted(([, a], [, b]) => (a.orderIndex < b.orderIndex ? -1 : 1))
    .map(([id, { orderIndex, values }]) => {
      const cells = columns.map(({ id: column, type }) => readCell(values[column], type, byName));
      return checked("table_row", { id, orderIndex }, cells);
    });
  const head = checked("table_head", {}, titles);
  return checked("table", { key: key ?? null, data: { ...others, view: options } }, [head, ...rows]);
}

function readCell(value: unknown, type: string, fragments: ReadonlyMap<string, Fragment>): Node | undefined {
  const fragment = type === "text" && typeof value === "string" ? fragments.get(value) : undefined;
  const named = { fragment: fragment?.fragment ?? null, key: fragment?.key ?? null };
  const attributes = { ...named, value: fragment === undefined ? value : undefined };
  const nodes = (fragment?.nodes ?? []).map(readBlock);
  const isBlank = type === "text" && nodes.length === 0;
  return checked("table_cell", { ...attributes, isBlank }, isBlank ? [schema.node("paragraph")] : nodes);
}

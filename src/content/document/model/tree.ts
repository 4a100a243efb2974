import type { Json } from "../../markdown/syntax/index.ts";
import { canonicalize } from "../../model/index.ts";
import { paragraph } from "./build.ts";
import type { Block, Document, Fragment, Inline, Node } from "./model.ts";
import type { TableData } from "./table.ts";

export function childrenOf(node: Document | Node | Fragment): readonly (Node | Fragment)[] {
  if (node.object === "text") return [];
  const fragments = "fragments" in node ? (node.fragments ?? []) : [];
  return fragments.length === 0 ? (node.nodes ?? []) : [...(node.nodes ?? []), ...fragments];
}

/** Replaces each child node and each fragment of a node. `map` returns a node of the same kind. An unchanged node is not copied. */
export function mapChildren<N extends Node | Fragment>(
  node: N,
  map: (child: Node | Fragment, index: number) => Node | Fragment,
): N {
  if (node.object === "text") return node;
  const nodes = node.nodes && mapItems<Node | Fragment>(node.nodes, map);
  const fragments =
    node.object !== "fragment" && node.fragments ? mapItems<Node | Fragment>(node.fragments, map) : undefined;
  const isSame = nodes === node.nodes && (node.object === "fragment" || fragments === node.fragments);
  return isSame ? node : { ...node, ...(nodes && { nodes }), ...(fragments && { fragments }) };
}

/** Maps an array. Returns the same array if no item changes. */
function mapItems<T>(items: readonly T[], map: (item: T, index: number) => T): readonly T[] {
  const mapped = items.map(map);
  return mapped.every((item, i) => item === items[i]) ? items : mapped;
}

/** Replaces blocks at any depth by others. Blocks that must not be empty get an empty paragraph. */
export function replaceBlocks(
  blocks: readonly Block[],
  replacements: ReadonlyMap<Block, readonly Block[]>,
): Block[] {
  if (replacements.size === 0) return [...blocks];
  const replace = <N extends Node>(node: N): (N | Block)[] => {
    if (node.object !== "block") return [node];
    const replacement = replacements.get(node);
    if (replacement !== undefined) return [...replacement];
    const nodes = node.nodes && filled(node.nodes, node.nodes.flatMap(replace));
    const fragments = node.fragments?.map((fragment) => ({
      ...fragment,
      nodes: filled(fragment.nodes, fragment.nodes.flatMap(replace)),
    }));
    return [{ ...node, ...(nodes && { nodes }), ...(fragments && { fragments }) }];
  };
  return blocks.flatMap(replace);
}

function filled<N extends Node>(before: readonly N[], after: readonly (N | Block)[]): readonly (N | Block)[] {
  return before.length > 0 && after.length === 0 ? [paragraph()] : after;
}

export function blocksIn(nodes: readonly Node[] = []): Block[] {
  return nodes.filter((node) => node.object === "block");
}

/** The number of nodes with their leaves and marks, and of the parts of tables. It bounds the size of a document. */
export function countNodes(node: Node | Fragment | Document): number {
  if (node.object === "text") return node.leaves.reduce((sum, { marks }) => sum + 1 + marks.length, 1);
  let count = node.object === "block" && node.type === "table" ? 1 + countTableParts(node.data) : 1;
  for (const child of childrenOf(node)) count += countNodes(child);
  return count;
}

/** The number of columns, options, rows and values of a table. */
function countTableParts({ definition, records }: TableData): number {
  let count = 0;
  for (const column of Object.values(definition))
    count += 1 + (column.type === "select" ? column.options.length : 0);
  for (const { values } of Object.values(records)) count += 1 + Object.keys(values).length;
  return count;
}

export function findNode(root: Document | Node | Fragment, key: string): Node | Fragment | undefined {
  for (const child of childrenOf(root)) {
    const found = child.key === key ? child : findNode(child, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces every string in blocks: the text of leaves, and the strings in node data. `field` names the field of the data. */
export function mapTexts(
  blocks: readonly Block[],
  change: (text: string, field?: string, node?: Block | Inline) => string,
): Block[] {
  const map = <N extends Node | Fragment>(node: N): N => {
    if (node.object === "text") {
      const leaves = mapItems(node.leaves, (leaf) => {
        const text = change(leaf.text);
        return text === leaf.text ? leaf : { ...leaf, text };
      });
      return leaves === node.leaves ? node : { ...node, leaves };
    }
    const mapped = mapChildren(node, map);
    if (node.object === "fragment") return mapped;
    const changeField = (text: string, field: string) => change(text, field, node);
    const data = mapStrings(node.data as Json, changeField, "");
    return data === node.data ? mapped : { ...mapped, data };
  };
  return blocks.map(map);
}

function mapStrings(value: Json, change: (text: string, field: string) => string, field: string): Json {
  if (typeof value === "string") return change(value, field);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return mapItems<Json>(value, (item) => mapStrings(item, change, field)) as Json;
  const changed = Object.entries(value).flatMap(([key, inner]) => {
    const mapped = mapStrings(inner, change, key);
    return mapped === inner ? [] : [[key, mapped] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

/** A string that is equal for blocks with equal content. Keys are ignored. */
export function identityOf(blocks: readonly Block[]): string {
  return JSON.stringify(blocks.map(contentOf));
}

function contentOf(node: Node): unknown {
  if (node.object === "text") return node.leaves.map(({ text, marks }) => [text, marks]);
  const { type, data, nodes, fragments } = node;
  const bodies = fragments?.map(({ fragment, nodes }) => [fragment, nodes.map(contentOf)]);
  return [type, canonicalize(data), nodes?.map(contentOf), bodies];
}

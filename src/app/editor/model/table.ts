import { generateNKeysBetween } from "fractional-indexing";
import type { Node } from "prosemirror-model";
import type { Data } from "./document.ts";
import { longestRun } from "./longest-run.ts";

/** What a column is without its id and title. Other fields depend on the type. */
export type ColumnType = Data & { readonly type: string };
export type Column = ColumnType & { readonly id: string; readonly title: string };

/** What a column does in cards: the fields of the view that name it. */
export const columnRoles = ["targetDefinition", "coverDefinition", "coverDefinitionDark"] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The view of a table. Columns are named by id. */
export type TableView = Data & { readonly type: string; readonly columns: readonly string[] };

export interface TableData {
  readonly view: TableView;
  readonly definition: Readonly<Record<string, Column>>;
  readonly records: Readonly<Record<string, TableRecord>>;
}

export interface TableRecord {
  readonly orderIndex: string;
  readonly values: Data;
}

/**
 * A column in the editor: the attributes of its title. Cells belong to the column of the title at their position, so that they
 * stay in it when the server gives columns other ids.
 */
export interface ColumnAttributes {
  readonly id: string | null;
  /** The title in the document. It has precedence while `fragment`, the title with its marks, is unchanged. */
  readonly title: string;
  readonly fragment: unknown;
  readonly data: ColumnType;
  readonly isHidden: boolean;
  readonly width: number | null;
  readonly roles: readonly ColumnRole[];
}

/** The columns in the order in which the server writes them: each hidden one after the one that precedes it in the definition. */
export function columnsOf({ view, definition }: Pick<TableData, "view" | "definition">): Column[] {
  const shown = [...new Set(view.columns)];
  const ids: string[] = [];
  const followers = new Map<string, string[]>();
  let previous = "";
  for (const id of Object.keys(definition)) {
    if (shown.includes(id)) previous = id;
    else followers.set(previous, [...(followers.get(previous) ?? []), id]);
  }
  for (const id of ["", ...shown]) ids.push(id, ...(followers.get(id) ?? []));
  return ids.flatMap((id) => (Object.hasOwn(definition, id) ? (definition[id] ?? []) : []));
}

/** The name of the fragment with the title of a column, if that is more than plain text. */
export function headerName(column: string): string {
  return `header:${column}`;
}

export function cellName(row: string, column: string): string {
  return `${row}:${column}`;
}

/** Ids in which missing and repeated ones are replaced. */
export function uniqueIds(ids: readonly (string | null)[], prefix: string): string[] {
  const used = new Set<string>();
  const taken = new Set(ids);
  let next = 1;
  return ids.map((id) => {
    let unique = id;
    while (unique === null || used.has(unique)) {
      const candidate = `${prefix}-${next++}`;
      unique = taken.has(candidate) ? null : candidate;
    }
    used.add(unique);
    return unique;
  });
}

/** Keys that sort rows in their order. Rows that need not change their key keep it. */
export function orderKeys(keys: readonly (string | null)[]): string[] {
  const ranks = new Map([...new Set(keys)].toSorted().map((key, rank) => [key, rank]));
  const kept = longestRun(keys.map((key) => (key === null ? undefined : ranks.get(key))));
  if (kept.size === keys.length) return keys as string[];
  try {
    const ordered: string[] = [];
    for (let i = 0; i < keys.length; ) {
      let end = i;
      while (end < keys.length && !kept.has(end)) end++;
      ordered.push(...generateNKeysBetween(ordered.at(-1) ?? null, keys[end] ?? null, end - i));
      if (end < keys.length) ordered.push(keys[end] as string);
      i = end + 1;
    }
    return ordered;
  } catch {
    // Keys of other programs need not be fractional indexes.
    return generateNKeysBetween(null, null, keys.length);
  }
}

/** Whether a cell has the paragraph to write in that the document does not have. */
export function isUnwritten({ attrs, childCount, firstChild }: Node): boolean {
  return (
    attrs.isBlank && childCount === 1 && firstChild?.type.name === "paragraph" && firstChild.childCount === 0
  );
}

/**
 * The node with tables that have no ids, order keys and names of cells, for comparison: the server derives them from what is written.
 * It also gives empty cells a paragraph.
 */
export function withoutTableIds(node: Node): Node {
  if (node.isTextblock && node.type.name !== "table_title") return node;
  const { name } = node.type;
  if (name === "table_title")
    return node.type.create({ ...node.attrs, id: null, fragment: null }, node.content);
  if (name === "table_cell") {
    const isEmpty =
      node.childCount === 1 && node.firstChild?.type.name === "paragraph" && node.firstChild.childCount === 0;
    return node.type.create({ ...node.attrs, fragment: null, key: null, isBlank: isEmpty }, node.content);
  }
  const children = node.children.map(withoutTableIds);
  const isSame = children.every((child, i) => child === node.child(i));
  const attributes = name === "table_row" ? { id: null, orderIndex: null } : node.attrs;
  return isSame && name !== "table_row" ? node : node.type.create(attributes, children, node.marks);
}

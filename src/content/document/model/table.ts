import { words } from "../../../platform/index.ts";
import { headerName } from "./build.ts";
import type { Block, BlockOf, BlockType, Fragment, Node } from "./model.ts";
import { plainText } from "./plain-text.ts";
import { type ContentRef, destinationOf, type RefOf } from "./references.ts";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly color: string;
}

export type ColumnType =
  | {
      readonly type: "text";
      readonly textAlignment: "left" | "center" | "right";
      readonly verticalAlignment?: "top" | "middle" | "bottom";
    }
  | { readonly type: "number" | "checkbox" | "files" | "content-ref" | "image" }
  | { readonly type: "users"; readonly multiple: boolean }
  | { readonly type: "rating"; readonly max: number }
  | { readonly type: "select"; readonly multiple: boolean; readonly options: readonly SelectOption[] };

export type ColumnDefinition = ColumnType & { readonly id: string; readonly title: string };

/** The layout of a table. Columns are named by id. */
export type TableView =
  | {
      readonly type: "grid";
      readonly columns: readonly string[];
      readonly columnWidths?: Readonly<Record<string, number>>;
      readonly hideHeader: boolean;
    }
  | {
      readonly type: "cards";
      readonly cardSize: "medium" | "large";
      readonly columns: readonly string[];
      readonly targetDefinition?: string;
      readonly coverDefinition?: string;
      readonly coverDefinitionDark?: string;
      readonly hideColumnTitle?: true;
    };

export const objectFits = ["contain", "fill", "cover"] as const;

/** An image with its alternative text, and how it fills a card. */
export interface ImageValue {
  readonly ref: RefOf<"file" | "url">;
  readonly objectFit?: (typeof objectFits)[number] | undefined;
  readonly alt?: string | undefined;
}

/** The value of a cell. In a text column it is the name of a fragment. */
export type CellValue = string | number | boolean | null | readonly string[] | ContentRef | ImageValue;

export interface TableRecord {
  /** A fractional index that sorts the rows. */
  readonly orderIndex: string;
  readonly values: Readonly<Record<string, CellValue>>;
}

export interface TableData {
  readonly view: TableView;
  readonly records: Readonly<Record<string, TableRecord>>;
  readonly definition: Readonly<Record<string, ColumnDefinition>>;
  readonly fullWidth?: true | undefined;
  /** Whether the table can be searched. Undefined if that depends on its length. */
  readonly search?: boolean | undefined;
}

export interface Column {
  readonly id: string;
  readonly title: string;
  /** The title with its links, images and marks, if it has any. */
  readonly header: readonly Node[] | undefined;
  readonly definition: ColumnDefinition;
  readonly labels: ReadonlyMap<string, string>;
  readonly isShown: boolean;
}

export interface Table {
  readonly view: TableView;
  readonly columns: readonly Column[];
  /** The values of each row in column order, up to the last value that is set. */
  readonly rows: readonly (readonly (CellValue | undefined)[])[];
  readonly fragments: ReadonlyMap<string, Fragment>;
  readonly fullWidth: boolean;
  readonly search: boolean | undefined;
}

const noLabels: ReadonlyMap<string, string> = new Map();

/** The columns and rows of a table. */
export function resolveTable({ data, fragments = [] }: BlockOf<"table">): Table {
  const { view, definition, records, fullWidth = false, search } = data;
  const shown = new Set(view.columns.filter((id) => Object.hasOwn(definition, id)));
  const ids = orderedColumns([...shown], Object.keys(definition));
  const cells = new Map<string, Fragment>();
  for (const fragment of fragments) cells.set(fragment.fragment, fragment);
  const columns = ids.flatMap((id): Column[] => {
    const column = definition[id];
    if (column === undefined) return [];
    const labels =
      column.type === "select" ? new Map(column.options.map(({ value, label }) => [value, label])) : noLabels;
    const { title } = column;
    const header = headerOf(cells.get(headerName(id)), title);
    return [{ id, title, header, definition: column, labels, isShown: shown.has(id) }];
  });
  const indexes = new Map<string, number>();
  for (const id of ids) indexes.set(id, indexes.size);
  const rows = Object.values(records)
    .toSorted((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
    .map(({ values }) => {
      const row: (CellValue | undefined)[] = [];
      for (const id in values) {
        const index = indexes.get(id);
        if (index !== undefined) row[index] = values[id];
      }
      return row;
    });
  return {
    view,
    columns,
    rows,
    fragments: cells,
    fullWidth,
    search,
  };
}

/** Adds the hidden columns to those shown, each after the column that precedes it in the definition. */
function orderedColumns(shown: readonly string[], defined: readonly string[]): readonly string[] {
  if (shown.length === defined.length) return shown;
  const hidden = new Set(defined).difference(new Set(shown));
  const followers = new Map<string, string[]>();
  let previous = "";
  for (const id of defined) {
    if (hidden.has(id)) followers.getOrInsertComputed(previous, () => []).push(id);
    else previous = id;
  }
  return ["", ...shown].flatMap((id) => [id, ...(followers.get(id) ?? [])]).slice(1);
}

/** The text of a header; undefined if it is not that of the title, which takes precedence. */
function headerOf(fragment: Fragment | undefined, title: string): readonly Node[] | undefined {
  if (fragment === undefined) return undefined;
  const [first, ...others] = fragment.nodes;
  if (first?.type !== "paragraph" || others.length > 0) return undefined;
  return plainText(first.nodes ?? []) === title ? first.nodes : undefined;
}

/** The width to which the rows of a table are padded with empty cells. Very short rows are not padded, so that a short text is a small table. */
export function paddedWidth(widths: readonly number[], columns: number): number {
  const cells = widths.reduce((sum, width) => sum + Math.min(width, columns), 0);
  return columns * widths.length <= 2 * cells + maxPaddingOfAny ? columns : 0;
}

/** The number of empty cells that any table may get. */
const maxPaddingOfAny = 20;

/** The reference in a cell, alone or of an image. */
export function refInCell(value: CellValue | undefined): ContentRef | undefined {
  if (typeof value !== "object" || value === null || "length" in value) return undefined;
  return "ref" in value ? value.ref : value;
}

export function cellValues(value: CellValue): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return "length" in value ? value : [destinationOf(refInCell(value))];
}

export const cellBlockTypes: BlockType[] = [
  ...words("paragraph heading-1 heading-2 heading-3 list-ordered list-unordered list-tasks"),
  ...words("blockquote divider code images"),
];

const cellPartTypes: readonly BlockType[] = ["list-item", "code-line", "image"];

export function isAllowedInCell({ type, data, nodes = [], fragments = [] }: Block): boolean {
  if (!cellPartTypes.includes(type) && !cellBlockTypes.includes(type)) return false;
  if (type === "images" && (nodes.length > 1 || Object.keys(data).length > 0)) return false;
  if (type === "image" && fragments.length > 0) return false;
  return nodes.every((node) => node.object !== "block" || isAllowedInCell(node));
}

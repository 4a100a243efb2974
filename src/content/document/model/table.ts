import { badInput } from "../../../platform/index.ts";
import type { Block, BlockOf, BlockType, Fragment } from "./model.ts";
import type { ContentRef } from "./references.ts";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly color: string;
}

/** The definition of a column besides its id and title. */
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

/** How a table is shown. Columns are named by id. */
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

/** The value of a cell. In a column of text it is the name of a fragment. */
export type CellValue = string | number | boolean | null | readonly string[] | ContentRef;

export interface TableRecord {
  /** A fractional index: rows are sorted by it. */
  readonly orderIndex: string;
  readonly values: Readonly<Record<string, CellValue>>;
}

export interface TableData {
  readonly view: TableView;
  readonly records: Readonly<Record<string, TableRecord>>;
  readonly definition: Readonly<Record<string, ColumnDefinition>>;
  readonly fullWidth?: true | undefined;
}

/** A column of a table. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly definition: ColumnDefinition;
  /** The labels of the options of a select column, by value. */
  readonly labels: ReadonlyMap<string, string>;
  readonly isShown: boolean;
}

/** A table with its columns and rows in order. */
export interface Table {
  readonly view: TableView;
  readonly columns: readonly Column[];
  /** The values of each row by column, up to the last one that is set. */
  readonly rows: readonly (readonly (CellValue | undefined)[])[];
  readonly fragments: ReadonlyMap<string, Fragment>;
  readonly fullWidth: boolean;
}

export function orderedTable({ data, fragments = [] }: BlockOf<"table">): Table {
  const { view, definition, records, fullWidth = false } = data;
  const shown = new Set(view.columns.filter((id) => Object.hasOwn(definition, id)));
  const columns = [...shown, ...Object.keys(definition).filter((id) => !shown.has(id))].flatMap(
    (id): Column[] => {
      const own = definition[id];
      if (own === undefined) return [];
      const options = own.type === "select" ? own.options : [];
      const labels = new Map(options.map(({ value, label }) => [value, label]));
      return [{ id, title: own.title, definition: own, labels, isShown: shown.has(id) }];
    },
  );
  const places = new Map(columns.map(({ id }, i) => [id, i]));
  return {
    view,
    columns,
    rows: Object.values(records)
      .toSorted((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
      .map(({ values }) => {
        const cells: (CellValue | undefined)[] = [];
        for (const [id, value] of Object.entries(values)) {
          const place = places.get(id);
          if (place !== undefined) cells[place] = value;
        }
        return cells;
      }),
    fragments: new Map(fragments.map((each) => [each.fragment, each])),
    fullWidth,
  };
}

/** The one value of a cell, or the several of a list, as text. */
export function cellValues(value: CellValue): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The blocks that a table cell may hold. */
export const cellBlockTypes: readonly BlockType[] = [
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "blockquote",
  "divider",
  "code",
  "images",
];

const parts: readonly BlockType[] = ["list-item", "code-line", "image"];

export function requireInCell(block: Block, path: string): void {
  if (!fitsCell(block)) throw badInput(path, "cannot be in a cell of a table, with all that is in it");
}

/** Whether a table cell may hold a block with its content. */
export function fitsCell({ type, data, nodes = [], fragments = [] }: Block): boolean {
  if (!parts.includes(type) && !cellBlockTypes.includes(type)) return false;
  if (type === "images" && (nodes.length > 1 || Object.keys(data).length > 0)) return false;
  if (type === "image" && fragments.length > 0) return false;
  return nodes.every((node) => node.object !== "block" || fitsCell(node));
}

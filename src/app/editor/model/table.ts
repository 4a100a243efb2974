import type { Data } from "./document.ts";

/** A column of a table. Other fields depend on its type. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}

/** The data of a table without its rows. */
export interface TableAttributes {
  readonly view: Data & { readonly type: string; readonly columns: readonly string[] };
  readonly definition: Readonly<Record<string, Column>>;
}

export interface TableData extends TableAttributes {
  readonly records: Readonly<Record<string, TableRecord>>;
}

export interface TableRecord {
  readonly orderIndex: string;
  readonly values: Data;
}

/** The columns in the order of the cells of a row: the shown ones, then the hidden ones. */
export function columnsOf({ view, definition }: TableAttributes): Column[] {
  const shown = view.columns.filter((id) => Object.hasOwn(definition, id));
  const ids = new Set([...shown, ...Object.keys(definition)]);
  return [...ids].flatMap((id) => definition[id] ?? []);
}

/** The name of the fragment with the title of a column, if that is more than plain text. */
export function headerName(column: string): string {
  return `header:${column}`;
}

export function cellName(row: string, column: string): string {
  return `${row}:${column}`;
}

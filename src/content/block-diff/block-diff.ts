import type { Block, CellValue, Column, Node } from "../document/index.ts";

/**
 * A step from one list of blocks to another, in the order of both. A moved block is named at both of its places, by its index in
 * the other list.
 */
export type BlockDiff =
  | { readonly change: "unchanged"; readonly blocks: readonly Block[] }
  | { readonly change: "added" | "removed"; readonly block: Block }
  | {
      readonly change: "moved";
      readonly block: Block;
      readonly from: number;
      /** What was changed in it. */
      readonly edit?: EditedBlock;
    }
  | { readonly change: "moved-away"; readonly block: Block; readonly to: number }
  | EditedBlock;

/** A block with other content. Only what differs is listed. */
export interface EditedBlock {
  readonly change: "edited";
  readonly before: Block;
  readonly after: Block;
  /** The fields of the data with other values. */
  readonly data?: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>;
  readonly text?: readonly TextDiff[];
  readonly blocks?: readonly BlockDiff[];
  /** All fragments in the order of the block after the change, then the removed ones. */
  readonly fragments?: readonly FragmentDiff[];
  readonly table?: TableDiff;
}

/** A part of a text: some words, or an inline node. */
export interface TextDiff {
  readonly change: "unchanged" | "added" | "removed";
  readonly nodes: readonly Node[];
}

export interface FragmentDiff {
  readonly change: "unchanged" | "added" | "removed" | "edited";
  readonly fragment: string;
  readonly type: string;
  readonly blocks: readonly BlockDiff[];
}

/** The columns of both tables, and the rows with a cell for each of these columns. */
export interface TableDiff {
  readonly columns: readonly TableColumnDiff[];
  readonly rows: readonly RowDiff[];
  /** Whether the layout or a setting of the table differs. */
  readonly hasOtherSettings: boolean;
}

export interface TableColumnDiff {
  readonly change: "unchanged" | "added" | "removed" | "edited";
  readonly before?: Column;
  readonly after?: Column;
}

export interface RowDiff {
  readonly change: "unchanged" | "added" | "removed" | "edited";
  readonly cells: readonly CellDiff[];
}

/** A cell has blocks in a column of text, and else a value. Both are absent where the cell is empty. */
export interface CellDiff {
  readonly change: "unchanged" | "added" | "removed" | "edited";
  readonly before?: CellContent;
  readonly after?: CellContent;
  /** The difference of the blocks of an edited cell. */
  readonly blocks?: readonly BlockDiff[];
}

export type CellContent = { readonly blocks: readonly Block[] } | { readonly value: CellValue };

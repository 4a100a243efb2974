import type { Kind } from "../kinds.ts";

export const table: Kind = {
  dom: {
    table: () => ["table", ["tbody", 0]],
    table_head: () => ["tr", 0],
    table_title: () => ["th", 0],
    table_row: () => ["tr", 0],
    table_cell: () => ["td", 0],
  },
};

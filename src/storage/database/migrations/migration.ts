import type { ColumnTypes } from "../dialects/index.ts";

export interface Migration {
  /** Number and name, as the file is called. */
  readonly name: string;
  statements(types: ColumnTypes): readonly string[];
}

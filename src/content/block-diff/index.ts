// Differences between two lists of blocks: blocks, the words in them, and the cells of tables.
export type {
  BlockDiff,
  CellDiff,
  EditedBlock,
  FragmentDiff,
  RowDiff,
  TableColumnDiff,
  TableDiff,
  TextDiff,
} from "./block-diff.ts";
export { findBlockOrigins } from "./block-origins.ts";
export { diffBlockSteps } from "./diff-blocks.ts";
export { diffLineSteps, type LineDiff, type LineRange } from "./diff-lines.ts";

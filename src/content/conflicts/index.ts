// Conflicts of a change request as data: found by their markers, and settled by choices.
export {
  type ConflictMap,
  findMarkedRecords,
  type MarkedRecord,
  type OpenConflict,
} from "./find-conflicts.ts";
export { type FieldChoice, settleConflicts } from "./settle-conflicts.ts";

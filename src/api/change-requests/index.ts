// Change requests: branches of a space's content, to be reviewed and merged.
export * from "./access.ts";
export { readFoundConflicts } from "./conflict-rows.ts";
export {
  type ChangeRequestHead,
  lockChangeRequest,
  readChangeRequestHead,
  requireEditable,
  updateChangeRequestHead,
  updateChangeRequestRow,
} from "./head.ts";
export { changeRequests } from "./routes.ts";
export { runScheduledMerge } from "./scheduled-merges.ts";
export { ChangeRequest, changeRequestPath, presentChangeRequest } from "./schema.ts";
export {
  addContribution,
  type ChangeRequestRow,
  findByMergedRevision,
  findByMergedRevisions,
  findChangeRequest,
} from "./store.ts";
export { openWithRevision, updateChangeRequest } from "./write-change-requests.ts";

// Applying a batch of changes to the content of a space.
export { applyChanges } from "./apply-changes.ts";
export { checkFrontMatter } from "./attributes.ts";
export type { BatchContext } from "./batch.ts";
export type { Change, InsertPage } from "./change.ts";
export { keepPageTimes } from "./keep-times.ts";
export { restoreContent, restoreReferences } from "./restore-content.ts";

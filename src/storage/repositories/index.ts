// Repositories: stored nodes and revisions, and the heads of spaces.
export {
  type Advance,
  advance,
  type Head,
  type NextRevision,
  type SavedRevision,
  type SpaceRef,
} from "./advance.ts";
export { findingsIn } from "./document-links.ts";
export { openNodes, saveNodes } from "./nodes.ts";
export { fromLivingSpaces, movePrimaryHead, readDirectHead } from "./primary-head.ts";
export { removeUnusedRepositories } from "./remove-unused.ts";
export { findRevision, insertRevision, parentsOf } from "./revisions.ts";
export { scheduleIndexing } from "./schedule-indexing.ts";

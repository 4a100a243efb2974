// Repositories: stored nodes and revisions, and the heads of spaces.
export * from "./advance-head.ts";
export { documentLinksReader } from "./document-links.ts";
export { openNodes, saveNodes } from "./nodes.ts";
export { movePrimaryHead, readDirectHead, scheduleIndexing, selectActiveSpaces } from "./primary-head.ts";
export { removeUnusedRepositories } from "./remove-unused.ts";
export { findRevision, insertRevision, parentsOf } from "./revisions.ts";

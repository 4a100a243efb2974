// Repositories: stored nodes and revisions, and the heads of spaces.

export { findSavedRevision, findSavedRevisions, isBlockSaveKnown, seriesOfNextSave } from "./block-saves.ts";
export { collectFormerSlugs } from "./collect-former-slugs.ts";
export { collectHistory } from "./collect-history.ts";
export {
  copyRevisions,
  discardCopies,
  finishCopy,
  type RepositoryCopy,
  startCopy,
} from "./copy-repository.ts";
export { documentLinksReader } from "./document-links.ts";
export { copyFormerSlugs } from "./former-slugs.ts";
export { type HistorySummary, insertFirstEntry } from "./history.ts";
export { loadNodes, openNodes, saveNodes } from "./nodes.ts";
export {
  isActive,
  readDirectHead,
  readPrimaryHead,
  scheduleIndexing,
  selectActiveSpaces,
  updatePrimaryHead,
} from "./primary-head.ts";
export { keepSavedNodes, removeReplacedRevisions } from "./remove-replaced.ts";
export { removeUnusedRepositories } from "./remove-unused.ts";
export {
  findRevision,
  insertRevision,
  isAncestor,
  parentsOf,
  readLine,
} from "./revisions.ts";
export * from "./space-origins.ts";
export { thinHistory } from "./thin-history.ts";
export * from "./update-head.ts";

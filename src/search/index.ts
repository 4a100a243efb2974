// Full-text search: indexing pages by section, parsing queries, ranking results.
export { usesSharedContent } from "./changed-pages.ts";
export { indexIfSmall, indexSpace } from "./index-space.ts";
export { areSearchable, readIndexedPage } from "./indexed-page.ts";
export { guessLanguage } from "./languages.ts";
export { type MarkedText, markWords } from "./mark-words.ts";
export { maxQueryLength, type Term } from "./query.ts";
export { resetAllIndexes, resetIndex, scheduleReindexing, scheduleStaleSpaces } from "./schedule.ts";
export { containsAny, excerptOf, sectionContainsAny } from "./score.ts";
export {
  groupOf,
  readFoundSections,
  readSections,
  type SearchedSpace,
  type SearchResult,
  search,
  searchSimilarWords,
} from "./search.ts";
export { findIndexStates, removeFromIndex, type SearchContext, unfinishedRoots } from "./store.ts";
export { tokenize } from "./tokenize.ts";

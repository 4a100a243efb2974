// What a revision holds: its maps, the records in them, and their limits.
export * from "./content.ts";
export * from "./emoji.ts";
export {
  checkFileName,
  limits,
  maxChanges,
  maxFiles,
  maxLinks,
  maxNodes,
  maxPageDepth,
  maxPathLength,
  mayHaveTooManyNodes,
  nodeLimit,
} from "./limits.ts";
export * from "./records.ts";

// What a revision holds: its maps, the records in them, and their limits.
export * from "./content.ts";
export { type ContentDiff, diffContents } from "./diff-contents.ts";
export { decodeCodePoints, isEmoji, normalizeEmoji } from "./emoji.ts";
export { checkFileName, limits, maxChanges, maxFiles, maxLinks } from "./limits.ts";
export * from "./records.ts";

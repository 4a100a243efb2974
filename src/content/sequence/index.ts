// Differences between two sequences of strings.
export { diffSequences, type Hunk } from "./diff-sequences.ts";

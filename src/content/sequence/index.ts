// Differences between two sequences of strings.
export { diffSequences, diffSteps, type Hunk } from "./diff-sequences.ts";

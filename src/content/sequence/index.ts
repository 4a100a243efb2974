// Differences between two sequences of strings.
export { diffSteps, type Hunk } from "./diff-sequences.ts";

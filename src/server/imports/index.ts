// Imports within the process, for child processes.
export { applyTree } from "./apply-tree.ts";

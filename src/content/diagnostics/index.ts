// Mistakes in the Markdown of a document: in tags, in tables and in references.

export { findProblems } from "./find-problems.ts";
export { problemCodes, severities } from "./problem.ts";

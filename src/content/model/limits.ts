import { badInput } from "../../platform/index.ts";

/** Maximum lengths in characters, and maximum counts of variables and tags. */
export const limits = {
  document: 2 * 1024 * 1024,
  pageTitle: 512,
  linkTitle: 100,
  pageDescription: 4096,
  slug: 100,
  emoji: 50,
  icon: 50,
  condition: 1024,
  variableName: 128,
  variableValue: 256,
  variables: 1000,
  pageVariables: 100,
  tag: 100,
  pageTags: 100,
  fileName: 256,
  contentType: 255,
  reusableContentTitle: 512,
} as const;

export const maxChanges = 50;
export const maxFiles = 20;
/** The maximum number of links in a document. It bounds the cost of reading a page. */
export const maxLinks = 20_000;

/** The maximum number of nodes in a document, as `countNodes` counts them. Larger ones cannot be read as blocks. */
export const maxNodes = 250_000;
/** The maximum number of nodes for each character of Markdown. The cells of a table with short rows are the densest. */
export const maxNodesPerCharacter = 12;
/** Whether a text is long enough to have too many nodes. The nodes of shorter texts need not be counted. */
export function mayHaveTooManyNodes(markdown: string): boolean {
  return markdown.length > maxNodes / maxNodesPerCharacter;
}
/** The rule that a document with more nodes breaks. */
export const nodeLimit = `must have at most ${maxNodes} nodes: blocks, texts, and cells, rows and columns of tables`;

/** The maximum depth of the page tree, and the maximum length of a path in it. They bound the size of a tree as JSON. */
export const maxPageDepth = 50;
export const maxPathLength = 2000;

/** Rejects file names that cannot be used in a URL path or a header. */
export function checkFileName(name: string, field: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
  if (/[\u0000-\u001f\u007f]/.test(name)) throw badInput(field, "must not contain control characters");
  if (name === "." || name === "..") throw badInput(field, "must not be . or ..");
}

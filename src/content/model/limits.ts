import { badInput } from "../../platform/index.ts";

/** Maximum lengths in characters, and maximum counts of variables. */
export const limits = {
  document: 2 * 1024 * 1024,
  pageTitle: 512,
  pageDescription: 4096,
  slug: 100,
  emoji: 50,
  icon: 50,
  condition: 1024,
  variableName: 128,
  variableValue: 256,
  variables: 1000,
  pageVariables: 100,
  fileName: 256,
  contentType: 255,
  reusableContentTitle: 512,
} as const;

export const maxChanges = 50;
export const maxFiles = 20;
/** The maximum number of links in a document. It bounds the cost of reading a page. */
export const maxLinks = 20_000;

/** Rejects file names that cannot be used in a URL path or a header. */
export function checkFileName(name: string, field: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
  if (/[\u0000-\u001f\u007f]/.test(name)) throw badInput(field, "must not contain control characters");
  if (name === "." || name === "..") throw badInput(field, "must not be . or ..");
}

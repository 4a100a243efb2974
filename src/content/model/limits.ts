import { badInput } from "../../platform/index.ts";

/** How long what an author writes may be, in characters. */
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

/** The most changes that one batch may hold. */
export const maxChanges = 50;
/** The most files that one change may insert. */
export const maxFiles = 20;
/** More links than any book has, in one document. It bounds what reading a page can cost. */
export const maxLinks = 20_000;

/** Any name will do that can stand in an address and in a header. */
export function checkFileName(name: string, field: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse
  if (/[\u0000-\u001f\u007f]/.test(name)) throw badInput(field, "must not contain control characters");
  if (name === "." || name === "..") throw badInput(field, "must not be a step in a path");
}

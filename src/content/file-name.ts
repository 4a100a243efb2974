import { badInput } from "../platform/index.ts";

/** Any name will do that can stand in an address and in a header. */
export function checkFileName(name: string, field: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse
  if (/[\u0000-\u001f\u007f]/.test(name)) throw badInput(field, "must not contain control characters");
  if (name === "." || name === "..") throw badInput(field, "must not be a step in a path");
}

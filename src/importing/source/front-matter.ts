import { checkFrontMatter } from "../../content/changes/index.ts";
import type { FrontMatter } from "../../content/markdown/index.ts";
import { LecternError } from "../../platform/index.ts";

/** Whether a page accepts this front matter. */
export function isValidFrontMatter(front: FrontMatter): boolean {
  try {
    checkFrontMatter(front);
    return true;
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

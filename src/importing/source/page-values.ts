import { checkFrontMatter } from "../../content/changes/index.ts";
import { limits } from "../../content/index.ts";
import type { FrontMatter } from "../../content/markdown/index.ts";
import { slugPattern } from "../../content/pages/index.ts";
import { LecternError, safeDecodeUriComponent } from "../../platform/index.ts";

/** The slug in the last segment of an address, so that URLs stay the same; undefined if it is not a valid slug. */
export function slugOfAddress(address: string): string | undefined {
  const path = URL.parse(address)?.pathname ?? address;
  const segments = path.split("/").filter(Boolean);
  const lastSegment = segments.at(-1) ?? "";
  // An index file represents its folder.
  const name = (/^(?:readme|index)\.\w+$/i.test(lastSegment) ? segments.at(-2) : lastSegment) ?? "";
  const slug = safeDecodeUriComponent(name)
    .replace(/\.(?:md|mdx|markdown|html?|docx)$/i, "")
    .toLowerCase();
  return isSlug(slug) ? slug : undefined;
}

/** Whether a page may have this slug. The API checks the same rules. */
export function isSlug(slug: string): boolean {
  return slugPattern.test(slug) && [...slug].length <= limits.slug && slug !== "." && slug !== "..";
}

export function isValidFrontMatter(frontMatter: FrontMatter): boolean {
  try {
    checkFrontMatter(frontMatter);
    return true;
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

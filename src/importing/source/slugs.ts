import { limits } from "../../content/index.ts";
import { slugPattern } from "../../content/pages/index.ts";
import { decodeOrKeep } from "../../platform/index.ts";

/** The last part of a page's address as a slug, so that addresses stay as they were; undefined where it cannot be one. */
export function slugIn(address: string): string | undefined {
  const slug = lastPartOf(address);
  return canBeSlug(slug) ? slug : undefined;
}

/** Whether a page can have this slug: those that a request gives are held to the same. */
export function canBeSlug(slug: string): boolean {
  return slugPattern.test(slug) && [...slug].length <= limits.slug && slug !== "." && slug !== "..";
}

/** Of a page that stands for its folder, the folder's name; without the ending of a file. */
function lastPartOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? address;
  const parts = path.split("/").filter(Boolean);
  const last = parts.at(-1) ?? "";
  const isFolder = /^(?:readme|index)\.\w+$/i.test(last);
  const name = (isFolder ? parts.at(-2) : last) ?? "";
  return decodeOrKeep(name)
    .replace(/\.(?:md|mdx|markdown|html?|docx)$/i, "")
    .toLowerCase();
}

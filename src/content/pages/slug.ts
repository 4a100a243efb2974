import { normalizeText, transliterate } from "../../platform/index.ts";
import { limits } from "../model/index.ts";

/** A slug contains no character that is special in a URL path. */
export const slugPattern = /^[\p{L}\p{M}\p{N}._~-]+$/u;

/** The names of what sites have beside their pages, such as feeds: a page would never be shown at such a path. */
const reservedPattern =
  /^(?:rss\.xml|llms(?:-full)?\.txt|sitemap(?:-pages(?:-\d+)?)?\.xml|robots\.txt|~lectern|~gitbook)$/;

export function isReservedSlug(slug: string): boolean {
  return reservedPattern.test(slug);
}

/** Derives a slug from a title: transliterated, in lower case, words joined by hyphens, `&` as `and`. */
export function slugOf(title: string): string {
  const plain = normalizeText(title, "NFKC");
  const words = (/^[\0-\x7f]*$/.test(plain) ? plain : transliterate(plain))
    .toLowerCase()
    .replace(/['’]/g, "")
    .replaceAll("&", " and ")
    .match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, limits.slug).replace(/-$/, "") || "page";
}

/** Appends a number to a slug, and truncates the slug at a character boundary to the maximum length. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return [...slug].slice(0, limits.slug - suffix.length).join("") + suffix;
}

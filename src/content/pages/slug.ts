import { normalizeText } from "../../platform/index.ts";
import { limits } from "../model/index.ts";

/** The characters allowed in a slug: none that is special in a URL path. */
export const slugPattern = /^[\p{L}\p{M}\p{N}._~-]+$/u;

/** Makes a slug from a title: transliterated, in lower case, words joined by hyphens. */
export async function slugOf(title: string): Promise<string> {
  const plain = normalizeText(title, "NFKC");
  // Loading the transliteration tables takes 100 ms, and ASCII titles do not need them.
  const latin = /^[\0-\x7f]*$/.test(plain) ? plain : (await import("transliteration")).transliterate(plain);
  const words = latin
    .toLowerCase()
    .replace(/['’]/g, "")
    .match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, limits.slug).replace(/-$/, "") || "page";
}

/** Appends a number to a slug, and cuts the slug between characters to keep within the length limit. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return [...slug].slice(0, limits.slug - suffix.length).join("") + suffix;
}

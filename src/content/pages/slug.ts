import { normalize } from "../../platform/index.ts";

const longest = 100;

/** What a slug may be made of where an author chooses it: nothing that means something in an address. */
export const slugPattern = /^[\p{L}\p{M}\p{N}._~-]+$/u;

/** The slug of a title: transliterated, in lower case, words joined by hyphens. */
export async function slugOf(title: string): Promise<string> {
  const plain = normalize(title, "NFKC");
  // Only what is not ASCII needs the tables of all scripts.
  const latin = /^[\0-\x7f]*$/.test(plain) ? plain : (await import("transliteration")).transliterate(plain);
  const words = latin
    .toLowerCase()
    .replace(/['’]/g, "")
    .match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, longest).replace(/-$/, "") || "page";
}

/** The slug with a number behind it, still short enough. Cut between characters, never through one. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return [...slug].slice(0, longest - suffix.length).join("") + suffix;
}

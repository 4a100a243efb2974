import { createRequire } from "node:module";

const loadPackage = createRequire(import.meta.url);

/** Writes text in Latin letters. The tables are loaded on first use: that takes 100 ms, and ASCII text does not need them. */
export function transliterate(text: string): string {
  return (loadPackage("transliteration") as typeof import("transliteration")).transliterate(text);
}

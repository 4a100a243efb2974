/** Folds case and accents, so that both databases find the same things. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFKC");
}

/** A LIKE pattern (escaped by a backslash) for rows whose folded text contains this. */
export function containsPattern(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, "\\$&")}%`;
}

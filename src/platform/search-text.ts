/** Removes case and accents, so that SQLite and PostgreSQL match alike. */
export function fold(text: string): string {
  return normalizeText(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFKC");
}

/** More combining marks than any written language uses. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** Unicode normalization. Its cost grows with the square of the marks on a letter, so excess marks are dropped. */
export function normalizeText(text: string, form: "NFKC" | "NFKD"): string {
  return text.replace(excessMarks, "$1").normalize(form);
}

/** A LIKE pattern, escaped by backslashes, for rows whose folded text contains `text`. */
export function likePattern(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, "\\$&")}%`;
}

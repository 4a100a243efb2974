/** Folds case and accents, so that both databases find the same things. */
export function fold(text: string): string {
  return normalizeText(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFKC");
}

/** More accents than any letter has. */
const tooManyAccents = /(\p{M}{30})\p{M}+/gu;

/** Text in one of its normal forms. That takes the square of the number of accents on a letter, so there is an end to them. */
export function normalizeText(text: string, form: "NFKC" | "NFKD"): string {
  return text.replace(tooManyAccents, "$1").normalize(form);
}

/** A LIKE pattern (escaped by a backslash) for rows whose folded text contains this. */
export function likePattern(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, "\\$&")}%`;
}

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

/** Replaces each run of white space with one space, and removes it at both ends. */
export function normalizeSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A LIKE pattern, escaped by backslashes, for rows whose folded text contains `text`. */
export function likePattern(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, "\\$&")}%`;
}

const emailPattern = /^[^\s\p{C}@,<>"]{1,64}@[^\s\p{C}@,<>"]{1,253}$/u;

/** Normalizes an email address. Undefined if it is malformed. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim();
  // U+0130 and U+212A become ASCII letters in lower case, so two addresses would collide.
  return emailPattern.test(email) && !/[\u0130\u212a]/.test(email) ? email.toLowerCase() : undefined;
}

/** Decodes percent-encoding. Returns malformed text unchanged. */
export function safeDecodeUriComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

type Words<Text> = Text extends `${infer Word} ${infer Rest}`
  ? readonly [Word, ...Words<Rest>]
  : readonly [Text];

/** Splits a text at spaces into a tuple of literal types: a compact notation for long lists of names. */
export function words<const Text extends string>(text: Text) {
  return text.split(" ") as unknown as Words<Text>;
}

/** A count with separators, such as 250,000. The first use of `Intl` would take 40 ms and 5 MB. */
export function countText(count: number): string {
  const digits = String(count);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

/** A size in bytes, with units of all languages: "12 B", "3.4 KB", "56 KB", "7.8 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const kilobytes = bytes / 1_000;
  if (kilobytes < 9.95) return `${kilobytes.toFixed(1)} KB`;
  return kilobytes < 999.5 ? `${kilobytes.toFixed(0)} KB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}

/** Emoji characters, joiners and modifiers. One character class, so that matching is linear. */
const emojiCharacters = /^[\p{Emoji}\p{Emoji_Component}]+$/u;
/** Matches a character that makes a text an emoji. Digits, for example, are emoji characters, but not emoji. */
const pictographic = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const codePoints = /^[0-9a-f]{2,6}(?:[-_ ][0-9a-f]{2,6})*$/i;

/** Accepts an emoji, or its code points in hexadecimal, joined by hyphens. */
export function isEmoji(text: string): boolean {
  return [text, decodeCodePoints(text)].some(
    (candidate) => candidate !== undefined && emojiCharacters.test(candidate) && pictographic.test(candidate),
  );
}

/** The fully-qualified form of a single emoji; undefined for any other text. */
export function normalizeEmoji(text: string): string | undefined {
  // The variation selector that asks for emoji presentation is often omitted.
  const qualified = (decodeCodePoints(text) ?? text)
    .replaceAll("\ufe0f", "")
    .replace(/(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu, "$&\ufe0f");
  return /^\p{RGI_Emoji}$/v.test(qualified) ? qualified : undefined;
}

/** Decodes hexadecimal code points such as `1f600` or `1f1e9-1f1ea`. */
export function decodeCodePoints(text: string): string | undefined {
  if (!codePoints.test(text)) return undefined;
  const points = text.split(/[-_ ]/).map((point) => Number.parseInt(point, 16));
  return points.some((point) => point > 0x10ffff) ? undefined : String.fromCodePoint(...points);
}

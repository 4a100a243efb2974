/** Characters that are drawn as pictures, with what joins and colours them. One class, so that nothing is tried twice. */
const pictures = /^[\p{Emoji}\p{Emoji_Component}]+$/u;
/** Digits and the like are emoji only with something else. */
const drawn = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const codePoints = /^[0-9a-f]{2,6}(?:[-_ ][0-9a-f]{2,6})*$/i;

/** Whether this is an emoji: the character itself, or its code points in hexadecimal, joined by hyphens. */
export function isEmoji(text: string): boolean {
  if (pictures.test(text)) return drawn.test(text) || isSpelt(text);
  return isSpelt(text);
}

/** The one emoji that a text stands for, in its full spelling; undefined where it is no emoji, or not just one. */
export function normalizeEmoji(text: string): string | undefined {
  const character = decodeCodePoints(text) ?? text;
  // Many write a sign that is also drawn plain without the mark that asks for the picture.
  const full = character
    .replaceAll("\ufe0f", "")
    .replace(/(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu, "$&\ufe0f");
  return /^\p{RGI_Emoji}$/v.test(full) ? full : undefined;
}

function isSpelt(text: string): boolean {
  const character = decodeCodePoints(text);
  return character !== undefined && pictures.test(character) && drawn.test(character);
}

/** What these code points spell. */
export function decodeCodePoints(text: string): string | undefined {
  if (!codePoints.test(text)) return undefined;
  const points = text.split(/[-_ ]/).map((point) => Number.parseInt(point, 16));
  return points.some((point) => point > 0x10ffff) ? undefined : String.fromCodePoint(...points);
}

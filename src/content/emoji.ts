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

function isSpelt(text: string): boolean {
  if (!codePoints.test(text)) return false;
  const points = text.split(/[-_ ]/).map((point) => Number.parseInt(point, 16));
  if (points.some((point) => point > 0x10ffff)) return false;
  const character = String.fromCodePoint(...points);
  return pictures.test(character) && drawn.test(character);
}

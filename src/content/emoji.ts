/** One or more characters that are drawn as pictures, with what joins and colours them. */
const pictures = /^(?:\p{Emoji}|\p{Emoji_Component}|[\u200d\ufe0e\ufe0f])+$/u;
const codePoints = /^[0-9a-f]{2,6}(?:[-_ ][0-9a-f]{2,6})*$/i;

/** Whether this is an emoji: the character itself, or its code points in hexadecimal, joined by hyphens. */
export function isEmoji(text: string): boolean {
  if (pictures.test(text)) return true;
  if (!codePoints.test(text)) return false;
  const points = text.split(/[-_ ]/).map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) && pictures.test(String.fromCodePoint(...points));
}

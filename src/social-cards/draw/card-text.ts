import { normalizeEmoji } from "../../content/index.ts";
import { emojiPattern } from "../../pdf/index.ts";
import { normalizeSpace } from "../../platform/index.ts";

/** A part of a line: text, or a single emoji. */
export interface TextPart {
  readonly text: string;
  readonly isEmoji: boolean;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** The maximum length of a character with its modifiers, in UTF-16 units, on average. */
const maxUnits = 20;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]/u;

/** The first characters of a text that are as wide as `width` Latin letters, with an ellipsis instead of the rest. */
export function shorten(text: string, width: number): string {
  const clean = normalizeSpace(text);
  let [used, end] = [0, 0];
  for (const { segment, index } of graphemes.segment(clean.slice(0, maxUnits * width))) {
    used += wide.test(segment) ? 2 : 1;
    if (used > width) return `${clean.slice(0, end).replace(/\s\S{0,20}$/, "")}…`;
    end = index + segment.length;
  }
  return clean.slice(0, end);
}

/** The most emoji of a card that are drawn. */
const maxEmoji = 12;

/** Divides a text into emoji and other text. Emoji are drawn as images, and further ones are omitted. */
export function splitEmoji(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    const last = parts.at(-1);
    if (emojiPattern.test(segment) && normalizeEmoji(segment) !== undefined) {
      if (count++ < maxEmoji) parts.push({ text: segment, isEmoji: true });
    } else if (last === undefined || last.isEmoji) parts.push({ text: segment, isEmoji: false });
    else parts[parts.length - 1] = { text: last.text + segment, isEmoji: false };
  }
  return parts;
}

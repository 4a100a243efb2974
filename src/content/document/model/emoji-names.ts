import { emojiToName, nameToEmoji } from "gemoji";
import { decodeCodePoints, isEmoji } from "../../model/index.ts";

/** The code points of the emoji that a name stands for, as `:rocket:`; a name may also be such code points itself. */
export function emojiCode(name: string): string | undefined {
  const character = Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
  if (character !== undefined) return codeOf(character);
  return /^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6})*$/.test(name) && isEmoji(name) ? name : undefined;
}

/** A name that leads back to the same code points. */
export function emojiName(code: string): string {
  const character = emojiCharacter(code);
  const name = character === undefined ? undefined : emojiToName[character];
  return name !== undefined && emojiCode(name) === code ? name : code;
}

export function emojiCharacter(code: string): string | undefined {
  return /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,15}$/.test(code) ? decodeCodePoints(code) : undefined;
}

function codeOf(character: string): string {
  return Array.from(character, (each) => (each.codePointAt(0) ?? 0).toString(16)).join("-");
}

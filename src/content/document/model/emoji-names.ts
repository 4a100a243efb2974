import { emojiToName, nameToEmoji } from "gemoji";
import { decodeCodePoints, isEmoji } from "../../model/index.ts";

/** The code points of an emoji by its name, as in `:rocket:`. A name can be hexadecimal code points instead. */
export function emojiCode(name: string): string | undefined {
  const character = Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
  if (character !== undefined)
    return Array.from(character, (part) => (part.codePointAt(0) ?? 0).toString(16)).join("-");
  return /^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6})*$/.test(name) && isEmoji(name) ? name : undefined;
}

export function emojiName(code: string): string {
  const character = emojiCharacter(code);
  const name = character === undefined ? undefined : emojiToName[character];
  return name !== undefined && emojiCode(name) === code ? name : code;
}

export function emojiCharacter(code: string): string | undefined {
  return /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,15}$/.test(code) ? decodeCodePoints(code) : undefined;
}

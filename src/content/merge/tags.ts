import type { KeyedBlock } from "./linked-text.ts";

/** Before the keys of tags that are a pair, so that they can be told apart from text. */
const closing = "\u0001";
const opening = "\u0002";

/** `{% hint %}` and `<details>`, alone on their line, and what ends them. */
const openingTag = /^\s*(?:\{%-?\s*([a-z][\w-]*)(?![\w-]).*%\}|<([a-z][\w-]*)(?:\s[^>]*)?>)\s*$/i;
const closingTag = /^\s*(?:\{%-?\s*end([a-z][\w-]*)\s*-?%\}|<\/([a-z][\w-]*)>)\s*$/i;

/**
 * Makes the two tags of a pair known as such by their keys. An end says whose end it is: so when two people put different
 * tags around the same text, there are two ends, though they are written alike.
 */
export function pairTags(blocks: readonly KeyedBlock[]): KeyedBlock[] {
  const paired = [...blocks];
  const open = new Map<string, number[]>();
  for (const [at, block] of blocks.entries()) {
    const ended = nameIn(closingTag, block.text);
    const begun = ended === undefined ? nameIn(openingTag, block.text) : undefined;
    if (begun !== undefined) open.getOrInsertComputed(begun, () => []).push(at);
    const from = ended === undefined ? undefined : open.get(ended)?.pop();
    const first = from === undefined ? undefined : blocks[from];
    if (from === undefined || first === undefined) continue;
    paired[from] = { ...first, key: `${opening}${first.key}` };
    paired[at] = { ...block, key: `${closing}${block.key}\0${first.key}` };
  }
  return paired;
}

function nameIn(tag: RegExp, text: string): string | undefined {
  const found = text.length > 1000 ? null : tag.exec(text);
  return (found?.[1] ?? found?.[2])?.toLowerCase();
}

/** Which of two things that were inserted at one place goes first: an end ends what is before it, a beginning begins what follows. */
export function comparePlaces(a: readonly string[], b: readonly string[]): number {
  const rank = (keys: readonly string[]): number => {
    if (keys[0]?.startsWith(closing)) return 0;
    return keys.at(-1)?.startsWith(opening) ? 2 : 1;
  };
  return rank(a) - rank(b) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

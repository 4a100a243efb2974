import type { KeyedBlock, Tag } from "./linked-text.ts";

/** `{% hint %}` and `<details>`, alone on their line, and what ends them. */
const openingTag = /^\s*(?:\{%-?\s*([a-z][\w-]*)(?![\w-]).*%\}|<([a-z][\w-]*)(?:\s[^>]*)?>)\s*$/i;
const closingTag = /^\s*(?:\{%-?\s*end([a-z][\w-]*)\s*-?%\}|<\/([a-z][\w-]*)>)\s*$/i;

/**
 * Makes the two tags of a pair known as such. The key of an end says whose end it is: so when two people put different
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
    if (ended === undefined || from === undefined || first === undefined) continue;
    paired[from] = { ...first, tag: { name: ended, isEnd: false } };
    paired[at] = { ...block, key: `${block.key}\0${first.key}`, tag: { name: ended, isEnd: true } };
  }
  return paired;
}

function nameIn(tag: RegExp, text: string): string | undefined {
  const found = text.length > 1000 ? null : tag.exec(text);
  return (found?.[1] ?? found?.[2])?.toLowerCase();
}

/** The tags of a stretch that have no partner in it, as text. Empty for what is whole. */
export function unmatchedTags(blocks: Iterable<{ readonly tag?: Tag }>): string {
  const loose: Tag[] = [];
  for (const { tag } of blocks) {
    if (tag === undefined) continue;
    const last = loose.at(-1);
    if (tag.isEnd && last !== undefined && !last.isEnd && last.name === tag.name) loose.pop();
    else loose.push(tag);
  }
  return loose.map(({ name, isEnd }) => `${isEnd ? "/" : ""}${name}`).join(" ");
}

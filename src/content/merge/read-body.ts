import type { Steps } from "../../platform/index.ts";
import type { StoredLink } from "../links/index.ts";
import { type BlockKind, type Blocks, splitSteps } from "../markdown/index.ts";
import { type Body, joinBlocks, type KeyedBlock, keyOf, type LinkedText, type Tag } from "./linked-text.ts";
import { withoutMarker } from "./list-markers.ts";

/** Splits the body of a document into blocks, each with its own links. */
export function* readBody(body: LinkedText): Steps<Body> {
  const { lead, blocks } = yield* boundedBlocks(body.text);
  let next = 0;
  const keyed: KeyedBlock[] = [];
  for (const [i, { kind, isCode, at, text, gap }] of blocks.entries()) {
    if (i % blocksPerStep === 0) yield;
    const links: StoredLink[] = [];
    for (let link = body.links[next]; link && link.at < at + text.length; link = body.links[++next])
      links.push({ ...link, at: link.at - at });
    keyed.push({ kind, isCode, gap, text, links, key: blockKey(kind, { text, links }) });
  }
  yield;
  return { lead, blocks: pairTags(keyed) };
}

function blockKey(kind: BlockKind, text: LinkedText): string {
  return kind === "item" ? withoutMarker(keyOf(text)) : keyOf(text);
}

const blocksPerStep = 500;

/** A document with more lines is treated as one block, to limit time and memory. */
const maxLines = 100_000;

function* boundedBlocks(text: string): Steps<Blocks> {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= maxLines; at = text.indexOf("\n", at + 1)) lines++;
  if (lines <= maxLines) return yield* splitSteps(text);
  return { lead: "", blocks: [{ kind: "other", at: 0, text, gap: "", isCode: false }] };
}

/** Combines each pair of tags and everything between them into one block. */
export function combineTagPairs({ lead, blocks }: Body): Body {
  const combined: KeyedBlock[] = [];
  let [depth, from] = [0, 0];
  for (const [i, block] of blocks.entries()) {
    if (depth === 0) from = i;
    if (block.tag !== undefined) depth = Math.max(0, depth + (block.tag.isEnd ? -1 : 1));
    if (depth > 0 && i < blocks.length - 1) continue;
    const text = joinBlocks(blocks.slice(from, i + 1));
    combined.push(
      from === i ? block : { kind: "other", isCode: false, gap: block.gap, ...text, key: keyOf(text) },
    );
    depth = 0;
  }
  return { lead, blocks: combined };
}

/** `{% hint %}` or `<details>`, alone on a line, and the corresponding closing tags. */
const openingTag = /^\s*(?:\{%-?\s*([a-z][\w-]*)(?![\w-]).*%\}|<([a-z][\w-]*)(?:\s[^>]*)?>)\s*$/i;
const closingTag = /^\s*(?:\{%-?\s*end([a-z][\w-]*)\s*-?%\}|<\/([a-z][\w-]*)>)\s*$/i;

/**
 * Finds pairs of tags. The key of a closing tag includes that of its opening tag: if the sides put different tags
 * around the same text, the result has two closing tags, even if their texts are equal.
 */
function pairTags(blocks: readonly KeyedBlock[]): KeyedBlock[] {
  const paired = [...blocks];
  const open = new Map<string, number[]>();
  for (const [index, block] of blocks.entries()) {
    const name = tagName(closingTag, block.text);
    const openedName = name === undefined ? tagName(openingTag, block.text) : undefined;
    if (openedName !== undefined) open.getOrInsertComputed(openedName, () => []).push(index);
    const from = name === undefined ? undefined : open.get(name)?.pop();
    const first = from === undefined ? undefined : blocks[from];
    if (name === undefined || from === undefined || first === undefined) continue;
    paired[from] = { ...first, tag: { name, isEnd: false } };
    paired[index] = { ...block, key: `${block.key}\0${first.key}`, tag: { name, isEnd: true } };
  }
  return paired;
}

function tagName(pattern: RegExp, text: string): string | undefined {
  const match = text.length > 1000 ? null : pattern.exec(text);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

/** The tags without a partner among these blocks, as a string; empty if all are paired. */
export function unmatchedTags(blocks: Iterable<{ readonly tag?: Tag }>): string {
  const unmatched: Tag[] = [];
  for (const { tag } of blocks) {
    if (tag === undefined) continue;
    const last = unmatched.at(-1);
    if (tag.isEnd && last !== undefined && !last.isEnd && last.name === tag.name) unmatched.pop();
    else unmatched.push(tag);
  }
  return unmatched.map(({ name, isEnd }) => `${isEnd ? "/" : ""}${name}`).join(" ");
}

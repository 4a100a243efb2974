import type { StoredLink } from "../links/index.ts";
import { type Blocks, splitBlocks } from "../markdown/index.ts";
import { type Body, joinBlocks, type KeyedBlock, keyOf, type LinkedText } from "./linked-text.ts";
import { pairTags } from "./tags.ts";

/** The body of a document as blocks, each with its own links. */
export function readBody(body: LinkedText): Body {
  const { lead, blocks } = boundedBlocks(body.text);
  let next = 0;
  const keyed = blocks.map(({ kind, at, text, gap }) => {
    const links: StoredLink[] = [];
    for (
      let link = body.links[next];
      link !== undefined && link.at < at + text.length;
      link = body.links[next]
    ) {
      links.push({ ...link, at: link.at - at });
      next += 1;
    }
    return { kind, gap, text, links, key: keyOf({ text, links }) };
  });
  return { lead, blocks: pairTags(keyed) };
}

/** More than any book has: beyond that, a document is one block, since each line costs time and memory. */
const mostLines = 100_000;

function boundedBlocks(text: string): Blocks {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= mostLines; at = text.indexOf("\n", at + 1)) lines++;
  if (lines <= mostLines) return splitBlocks(text);
  return { lead: "", blocks: [{ kind: "other", isCode: false, at: 0, text, gap: "" }] };
}

/** The same with each pair of tags, and all that is between them, as one block. */
export function withWholeTags({ lead, blocks }: Body): Body {
  const whole: KeyedBlock[] = [];
  let [depth, from] = [0, 0];
  for (const [i, block] of blocks.entries()) {
    if (depth === 0) from = i;
    if (block.tag !== undefined) depth = Math.max(0, depth + (block.tag.isEnd ? -1 : 1));
    if (depth > 0 && i < blocks.length - 1) continue;
    const text = joinBlocks(blocks.slice(from, i + 1));
    whole.push(from === i ? block : { kind: "other", gap: block.gap, ...text, key: keyOf(text) });
    depth = 0;
  }
  return { lead, blocks: whole };
}

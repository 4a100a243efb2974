import type { StoredLink } from "../links.ts";
import { type Blocks, splitBlocks } from "../markdown/blocks.ts";
import { type Body, keyOf, type LinkedText } from "./linked-text.ts";
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

/** More than any book has: beyond that, a document is one block, since each of them costs memory. */
const mostBlocks = 100_000;

function boundedBlocks(text: string): Blocks {
  const found = splitBlocks(text);
  if (found.blocks.length <= mostBlocks) return found;
  return { lead: "", blocks: [{ kind: "other", at: 0, text, gap: "" }] };
}

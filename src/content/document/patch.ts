import { canonical } from "../records.ts";
import type { Block, Node } from "./model.ts";
import { readMarkdown } from "./read/read-markdown.ts";
import { readSegments, type Segment } from "./read/segments.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

/** A longer text is written anew: comparing takes several times as long as reading. */
const longest = 512 * 1024;
/** Beyond so many differences nothing is gained. */
const mostDifferences = 1000;

/** A text as its author wrote it, and the same with links by id: line by line they say the same. */
export interface Before {
  readonly shown: string;
  readonly byId: string;
}

/**
 * The text for these blocks, in which those that were there before stand as they were written: so that nothing is
 * changed but what was changed. Where that cannot be done, all of them are in the normal form.
 */
export async function patchMarkdown({ shown, byId }: Before, blocks: readonly Block[]): Promise<string> {
  const normal = writeMarkdown(blocks);
  const segments = byId.length > longest ? undefined : readSegments(byId);
  const pieces = segments && (await piecesOf(segments, blocks));
  if (pieces === undefined || shown.split("\n").length !== byId.split("\n").length) return normal;
  const patched = assemble(pieces, byId.split("\n"));
  // Neighbours may read otherwise side by side: only what says the same will do.
  return writeMarkdown(readMarkdown(patched)) === normal ? assemble(pieces, shown.split("\n")) : normal;
}

/** A part of the new text: lines of the old one, or new blocks. */
type Piece = { readonly segment: Segment } | { readonly blocks: Block[] };

/** What of the old text stays, with what is new between it; what has no blocks of its own stays where it is. */
async function piecesOf(
  segments: readonly Segment[],
  blocks: readonly Block[],
): Promise<Piece[] | undefined> {
  const { diffArrays } = await import("diff");
  const was = segments.flatMap((segment) =>
    segment.blocks.map((block) => ({ segment, identity: identityOf(block) })),
  );
  const before = was.map(({ identity }) => identity);
  const parts = diffArrays(before, blocks.map(identityOf), { maxEditLength: mostDifferences });
  if (parts === undefined) return undefined;
  const pieces: Piece[] = [];
  let [wasAt, isAt] = [0, 0];
  for (const { added, removed, count = 0 } of parts) {
    const stays = !added && !removed;
    for (let i = 0; i < count; i++) {
      const segment = added ? undefined : was[wasAt + i]?.segment;
      const block = removed ? undefined : blocks[isAt + i];
      if (stays && segment !== undefined && segment.blocks.length === 1) pieces.push({ segment });
      else if (block !== undefined) addBlock(pieces, block);
    }
    if (!added) wasAt += count;
    if (!removed) isAt += count;
  }
  return withOthers(
    pieces,
    segments.filter((segment) => segment.blocks.length === 0),
  );
}

function addBlock(pieces: Piece[], block: Block): void {
  const last = pieces.at(-1);
  if (last !== undefined && "blocks" in last) last.blocks.push(block);
  else pieces.push({ blocks: [block] });
}

/** Puts the segments without blocks before the next one that stays, or at the end. */
function withOthers(pieces: readonly Piece[], others: readonly Segment[]): Piece[] {
  const result: Piece[] = [];
  let next = 0;
  for (const piece of pieces) {
    const from = "segment" in piece ? piece.segment.from : -1;
    for (let other = others[next]; other !== undefined && other.from < from; other = others[++next])
      result.push({ segment: other });
    result.push(piece);
  }
  return [...result, ...others.slice(next).map((segment) => ({ segment }))];
}

function assemble(pieces: readonly Piece[], lines: readonly string[]): string {
  return pieces.map((piece, i) => textOf(piece, pieces[i + 1], lines)).join("");
}

/** A piece with what separates it from the next one. Between neighbours of old the lines are as they were. */
function textOf(piece: Piece, next: Piece | undefined, lines: readonly string[]): string {
  const isOld = "segment" in piece;
  const text = isOld
    ? lines.slice(piece.segment.from, piece.segment.to).join("\n")
    : writeMarkdown(piece.blocks);
  if (next === undefined) return isOld && piece.segment.to === lines.length ? text : `${text.trimEnd()}\n`;
  const areNeighbours = isOld && "segment" in next && piece.segment.to === next.segment.from;
  return areNeighbours ? `${text}\n` : `${text.trimEnd()}\n\n`;
}

/** What a block is, without its keys. */
function identityOf(block: Block): string {
  return JSON.stringify(bare(block));
}

function bare(node: Node): unknown {
  if (node.object === "text") return node.leaves.map(({ text, marks }) => [text, marks]);
  const { type, data, nodes, fragments } = node;
  return [
    type,
    canonical(data),
    nodes?.map(bare),
    fragments?.map((each) => [each.fragment, each.nodes.map(bare)]),
  ];
}

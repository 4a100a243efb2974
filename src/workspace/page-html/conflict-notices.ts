import {
  type Block,
  block,
  blocksIn,
  leaf,
  link,
  paragraph,
  replaceBlocks,
  textOf,
} from "../../content/document/index.ts";
import { findConflicts } from "./find-conflicts.ts";

const noticeText = "Conflict: both sides changed this passage. ";
const linkText = "Settle it";

/** Replaces each passage between conflict markers by a notice, with a link to where conflicts are settled. */
export function hideConflicts(blocks: readonly Block[], conflictsUrl: string | undefined): readonly Block[] {
  const replacements = new Map<Block, readonly Block[]>();
  collectConflicts(blocks, replacements, conflictsUrl);
  return replacements.size === 0 ? blocks : replaceBlocks(blocks, replacements);
}

function collectConflicts(
  blocks: readonly Block[],
  replacements: Map<Block, readonly Block[]>,
  conflictsUrl: string | undefined,
): void {
  let next = 0;
  for (const { from, to } of [...findConflicts(blocks), { from: blocks.length, to: blocks.length }]) {
    for (const each of blocks.slice(next, from)) {
      collectConflicts(blocksIn(each.nodes), replacements, conflictsUrl);
      for (const { nodes } of each.fragments ?? []) collectConflicts(nodes, replacements, conflictsUrl);
    }
    for (const each of blocks.slice(from, to + 1)) replacements.set(each, []);
    const first = blocks[from];
    if (first !== undefined) replacements.set(first, [notice(conflictsUrl)]);
    next = to + 1;
  }
}

/** A hint with the link, so that it is written and compared as any other block. */
function notice(conflictsUrl: string | undefined): Block {
  const nodes = [
    textOf([leaf(noticeText)]),
    ...(conflictsUrl === undefined
      ? []
      : [link({ kind: "url", url: conflictsUrl }, [textOf([leaf(linkText)])])]),
  ];
  return block("hint", { style: "warning" }, [paragraph(nodes)]);
}

/** The address of the conflicts of the change request that has a content; undefined for other contents. */
export function conflictsUrlOf(
  { app }: { app(path: string): string },
  contentPath: string,
): string | undefined {
  return contentPath.includes("/change-requests/") ? app(`${contentPath}/conflicts`) : undefined;
}

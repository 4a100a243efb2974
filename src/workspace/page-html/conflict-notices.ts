import {
  type Block,
  block,
  blocksIn,
  leaf,
  link,
  nodeText,
  paragraph,
  replaceBlocks,
  textOf,
} from "../../content/document/index.ts";
import { conflictEnd, conflictStart } from "../../content/markdown/index.ts";

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
  let depth = 0;
  for (const each of blocks) {
    const marker = markerOf(each);
    if (marker === conflictStart && depth++ === 0) replacements.set(each, [notice(conflictsUrl)]);
    else if (depth > 0) replacements.set(each, []);
    else {
      collectConflicts(blocksIn(each.nodes), replacements, conflictsUrl);
      for (const { nodes } of each.fragments ?? []) collectConflicts(nodes, replacements, conflictsUrl);
    }
    if (marker === conflictEnd && depth > 0) depth--;
  }
}

function markerOf(each: Block): string | undefined {
  const isShort = each.type === "paragraph" && each.nodes?.length === 1;
  return isShort ? nodeText(each).trim() : undefined;
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

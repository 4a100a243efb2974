import type { Steps } from "../../platform/index.ts";
import { type Block, blocksIn, type Fragment, isTextBlock, nodeText } from "../document/index.ts";
import { canonicalize } from "../model/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import type { BlockDiff, EditedBlock, FragmentDiff } from "./block-diff.ts";
import { diffTable } from "./diff-table.ts";
import { diffText } from "./diff-text.ts";
import { findEditedMoves } from "./edited-moves.ts";
import { Identities } from "./identities.ts";
import { comparableBlock, pairVersions } from "./pair-blocks.ts";

/** Compares two lists of blocks. The time is proportional to their size. */
export function* diffBlockSteps(before: readonly Block[], after: readonly Block[]): Steps<BlockDiff[]> {
  return yield* diffBlocks(before, after, new Identities());
}

export function* diffBlocks(
  before: readonly Block[],
  after: readonly Block[],
  identities: Identities,
): Steps<BlockDiff[]> {
  const [old, current] = [yield* identities.ofAll(before), yield* identities.ofAll(after)];
  const hunks = yield* diffSteps(old, current);
  const equal = yield* findMoves(hunks, { before, after, old, current });
  const pairs = yield* pairInHunks(hunks, before, after, equal);
  const moves = yield* addEditedMoves(hunks, before, after, equal, pairs, identities);
  const diffs: BlockDiff[] = [];
  let start = 0;
  for (const hunk of hunks) {
    addUnchanged(diffs, after.slice(start, hunk.start));
    for (const diff of yield* diffHunk(hunk, before, after, moves, pairs, identities)) diffs.push(diff);
    start = hunk.end;
  }
  addUnchanged(diffs, after.slice(start));
  return diffs;
}

function addUnchanged(diffs: BlockDiff[], blocks: readonly Block[]): void {
  if (blocks.length > 0) diffs.push({ change: "unchanged", blocks });
}

interface Moves {
  /** The index after the move, by the one before it. */
  readonly to: ReadonlyMap<number, number>;
  readonly from: ReadonlyMap<number, number>;
  /** What was changed in moved blocks, by their index after the move. */
  readonly edits: ReadonlyMap<number, EditedBlock>;
}

/** The index of the version after the change, by the one before it. */
type Versions = ReadonlyMap<number, number>;

interface Sides {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly old: readonly string[];
  readonly current: readonly string[];
}

/** Blocks that were removed at one place and added at another. */
function* findMoves(hunks: readonly Hunk[], { before, after, old, current }: Sides): Steps<Moves> {
  /** The indexes of removed blocks by identity, the last one first. */
  const removed = new Map<string, number[]>();
  for (const { from, to } of hunks.toReversed())
    for (let i = to - 1; i >= from; i--) {
      yield;
      if (isDistinct(before[i])) removed.getOrInsertComputed(old[i] ?? "", () => []).push(i);
    }
  const [to, from] = [new Map<number, number>(), new Map<number, number>()];
  for (const { start, end } of hunks)
    for (let i = start; i < end; i++) {
      yield;
      const source = isDistinct(after[i]) ? removed.get(current[i] ?? "")?.pop() : undefined;
      if (source === undefined) continue;
      to.set(source, i);
      from.set(i, source);
    }
  return { to, from, edits: new Map() };
}

/** Blocks with two versions in the place of the same hunk. */
function* pairInHunks(
  hunks: readonly Hunk[],
  before: readonly Block[],
  after: readonly Block[],
  moves: Moves,
): Steps<Versions> {
  const versions = new Map<number, number>();
  const blockAt = (blocks: readonly Block[]) => (i: number) => comparableBlock(blocks[i] as Block);
  for (const { from, to, start, end } of hunks) {
    const removed = indexes(from, to).filter((i) => !moves.to.has(i));
    const added = indexes(start, end).filter((i) => !moves.from.has(i));
    const pairs = yield* pairVersions(removed.map(blockAt(before)), added.map(blockAt(after)));
    for (const [i, j] of pairs) versions.set(removed[i] ?? -1, added[j] ?? -1);
    yield;
  }
  return versions;
}

/** Adds the moves of blocks that were changed too. */
function* addEditedMoves(
  hunks: readonly Hunk[],
  before: readonly Block[],
  after: readonly Block[],
  moves: Moves,
  versions: Versions,
  identities: Identities,
): Steps<Moves> {
  const current = new Set(versions.values());
  const removed = hunks
    .flatMap(({ from, to }) => indexes(from, to))
    .filter((i) => !moves.to.has(i) && !versions.has(i) && isDistinct(before[i]));
  const added = hunks
    .flatMap(({ start, end }) => indexes(start, end))
    .filter((i) => !moves.from.has(i) && !current.has(i) && isDistinct(after[i]));
  const unpaired = (blocks: readonly Block[]) => (index: number) => ({
    index,
    ...comparableBlock(blocks[index] as Block),
  });
  const found = yield* findEditedMoves(removed.map(unpaired(before)), added.map(unpaired(after)));
  if (found.size === 0) return moves;
  const [to, from, edits] = [new Map(moves.to), new Map(moves.from), new Map<number, EditedBlock>()];
  for (const [target, source] of found) {
    const [old, version] = [before[source], after[target]];
    if (old === undefined || version === undefined) continue;
    to.set(source, target);
    from.set(target, source);
    edits.set(target, yield* diffVersions(old, version, identities));
  }
  return { to, from, edits };
}

/** Whether a block says enough to be recognized at another place. */
function isDistinct(block: Block | undefined): boolean {
  if (block === undefined || block.type === "code-line" || block.type === "divider") return false;
  return block.isVoid || nodeText(block).trim() !== "";
}

/** The changes in the place of a hunk: first what was there, then what is there; a changed block is at its place among the latter. */
function* diffHunk(
  { from, to, start, end }: Hunk,
  before: readonly Block[],
  after: readonly Block[],
  moves: Moves,
  versions: Versions,
  identities: Identities,
): Steps<BlockDiff[]> {
  yield;
  const diffs: BlockDiff[] = [];
  let next = start;
  const addUntil = (limit: number): void => {
    for (; next < limit; next++) {
      const [block, source, edit] = [after[next], moves.from.get(next), moves.edits.get(next)];
      if (block === undefined) continue;
      diffs.push(
        source === undefined
          ? { change: "added", block }
          : { change: "moved", block, from: source, ...(edit && { edit }) },
      );
    }
  };
  for (let i = from; i < to; i++) {
    const block = before[i];
    const [version, target] = [versions.get(i), moves.to.get(i)];
    if (block === undefined) continue;
    if (version !== undefined) {
      addUntil(version);
      diffs.push(yield* diffVersions(block, after[version] ?? block, identities));
      next = version + 1;
    } else if (target !== undefined) diffs.push({ change: "moved-away", block, to: target });
    else diffs.push({ change: "removed", block });
  }
  addUntil(end);
  return diffs;
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Compares two versions of a block, which have the same type. */
export function* diffVersions(before: Block, after: Block, identities: Identities): Steps<EditedBlock> {
  yield;
  if (before.type === "table" && after.type === "table")
    return { change: "edited", before, after, table: yield* diffTable(before, after, identities) };
  const data = diffData(before.data, after.data);
  const hasText = isTextBlock(after.type);
  const [old, current] = [before.nodes ?? [], after.nodes ?? []];
  const text = hasText ? yield* diffText(old, current, identities) : undefined;
  const blocks = hasText ? undefined : yield* diffBlocks(blocksIn(old), blocksIn(current), identities);
  const fragments = yield* diffFragments(before.fragments ?? [], after.fragments ?? [], identities);
  return {
    ...{ change: "edited", before, after },
    ...(Object.keys(data).length > 0 && { data }),
    ...(text?.some(isChanged) && { text }),
    ...(blocks?.some(isChanged) && { blocks }),
    ...(fragments.some(isChanged) && { fragments }),
  };
}

function isChanged({ change }: { readonly change: string }): boolean {
  return change !== "unchanged";
}

function diffData(before: object, after: object): NonNullable<EditedBlock["data"]> {
  const [old, current] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  const changed = names.filter(
    (name) => JSON.stringify(canonicalize(old[name])) !== JSON.stringify(canonicalize(current[name])),
  );
  return Object.fromEntries(
    changed.map((name) => [
      name,
      {
        ...(old[name] !== undefined && { before: old[name] }),
        ...(current[name] !== undefined && { after: current[name] }),
      },
    ]),
  );
}

function* diffFragments(
  before: readonly Fragment[],
  after: readonly Fragment[],
  identities: Identities,
): Steps<FragmentDiff[]> {
  const previous = new Map(before.map((fragment) => [fragment.fragment, fragment]));
  const names = new Set(after.map(({ fragment }) => fragment));
  const diffs: FragmentDiff[] = [];
  for (const { fragment, type, nodes } of after) {
    const found = previous.get(fragment);
    const blocks = yield* diffBlocks(found?.nodes ?? [], nodes, identities);
    const change = found === undefined ? "added" : blocks.some(isChanged) ? "edited" : "unchanged";
    diffs.push({ change, fragment, type, blocks });
  }
  for (const { fragment, type, nodes } of before)
    if (!names.has(fragment))
      diffs.push({ change: "removed", fragment, type, blocks: yield* diffBlocks(nodes, [], identities) });
  return diffs;
}

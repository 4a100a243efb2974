import type { PageRecord } from "../../content/index.ts";
import { childRanks, type LocatedPage, locatePages, rankOfPage } from "../../content/pages/index.ts";
import { findFirstBelow } from "./first-page.ts";
import { findVisible, idsBetween, type NavigationInput, readRanks } from "./navigation.ts";

interface FoundPage {
  readonly id: string;
  readonly record: PageRecord;
}

export interface Neighbours {
  readonly previous: LocatedPage | undefined;
  readonly next: LocatedPage | undefined;
}

/** A page among its siblings: its rank, that of the first one, and the one after the last. */
interface Position extends FoundPage {
  readonly rank: number;
  readonly first: number;
  readonly end: number;
}

/** The pages before and after the current one, in the order of the tree. Groups, links and empty pages, which lead to a page below, are skipped. */
export async function findNeighbours(input: NavigationInput): Promise<Neighbours> {
  const positions = await readPositions(input);
  const [previous, next] = [await findPrevious(input, positions), await findNext(input, positions)];
  const located = await locatePages(
    input.content,
    [previous, next].flatMap((page) => page?.id ?? []),
  );
  return { previous: located.get(previous?.id ?? ""), next: located.get(next?.id ?? "") };
}

/** The positions of the current page and of its ancestors, from the page to the top. */
async function readPositions({ content, trail }: NavigationInput): Promise<Position[]> {
  const positions: Position[] = [];
  for (const [id, record] of trail) {
    const [first, end] = await readRanks(content, record.parent);
    positions.unshift({ id, record, rank: await rankOfPage(content, id, record), first, end });
  }
  return positions;
}

async function findNext(
  input: NavigationInput,
  positions: readonly Position[],
): Promise<FoundPage | undefined> {
  const below = await firstIn(input, ...(await childRanks(input.content, input.pageId)));
  if (below !== undefined) return below;
  for (const { rank, end } of positions) {
    const found = await firstIn(input, rank + 1, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findPrevious(
  input: NavigationInput,
  positions: readonly Position[],
): Promise<FoundPage | undefined> {
  for (const { record, rank, first } of positions) {
    const found = await lastIn(input, first, rank);
    if (found !== undefined) return found;
    const parent = input.trail.get(record.parent);
    if (parent?.type !== "document" || parent.hidden) continue;
    if (await isShownItself(input, record.parent, parent)) return { id: record.parent, record: parent };
  }
  return undefined;
}

async function isShownItself({ content, claims }: NavigationInput, id: string, record: PageRecord) {
  return (await findFirstBelow(content, id, record, claims)) === undefined;
}

/** The first document between two ranks, or below groups and empty pages between them. */
async function firstIn(input: NavigationInput, from: number, end: number): Promise<FoundPage | undefined> {
  const { content, claims } = input;
  for await (const id of idsBetween(content, from, end)) {
    const record = await findVisible(content, id, claims);
    if (record === undefined || record.hidden || record.type === "link") continue;
    if (record.type === "document" && (await isShownItself(input, id, record))) return { id, record };
    const below = await firstIn(input, ...(await childRanks(content, id)));
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The last document between two ranks, or below pages between them. Of an empty page, one below it is found first. */
async function lastIn(input: NavigationInput, from: number, end: number): Promise<FoundPage | undefined> {
  const { content, claims } = input;
  for await (const id of idsBetween(content, end - 1, from - 1)) {
    const record = await findVisible(content, id, claims);
    if (record === undefined || record.hidden || record.type === "link") continue;
    const below = await lastIn(input, ...(await childRanks(content, id)));
    if (below !== undefined) return below;
    if (record.type === "document") return { id, record };
  }
  return undefined;
}

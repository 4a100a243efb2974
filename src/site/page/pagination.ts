import type { PageRecord } from "../../content/index.ts";
import { childRanks, type LocatedPage, locatePages, rankOfPage } from "../../content/pages/index.ts";
import { findVisible, idsBetween, type NavigationInput } from "./navigation.ts";

interface FoundPage {
  readonly id: string;
  readonly record: PageRecord;
}

export interface Neighbours {
  readonly previous: LocatedPage | undefined;
  readonly next: LocatedPage | undefined;
}

/** The pages before and after the current one, in the order of the tree. Groups and links are skipped. */
export async function findNeighbours(input: NavigationInput): Promise<Neighbours> {
  const [previous, next] = [await findPrevious(input), await findNext(input)];
  const located = await locatePages(
    input.content,
    [previous, next].flatMap((page) => page?.id ?? []),
  );
  return { previous: located.get(previous?.id ?? ""), next: located.get(next?.id ?? "") };
}

async function findNext(input: NavigationInput): Promise<FoundPage | undefined> {
  const { content, pageId, trail } = input;
  const below = await firstIn(input, ...(await childRanks(content, pageId)));
  if (below !== undefined) return below;
  for (const [id, record] of [...trail].toReversed()) {
    const [, end] = await childRanks(content, record.parent);
    const found = await firstIn(input, (await rankOfPage(content, id, record)) + 1, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findPrevious(input: NavigationInput): Promise<FoundPage | undefined> {
  const { content, trail } = input;
  for (const [id, record] of [...trail].toReversed()) {
    const [first] = await childRanks(content, record.parent);
    const found = await lastIn(input, first, await rankOfPage(content, id, record));
    if (found !== undefined) return found;
    const parent = trail.get(record.parent);
    if (parent?.type === "document" && !parent.hidden) return { id: record.parent, record: parent };
  }
  return undefined;
}

/** The first document between two ranks, or in groups between them. */
async function firstIn(input: NavigationInput, from: number, end: number): Promise<FoundPage | undefined> {
  const { content, claims } = input;
  for await (const id of idsBetween(content, from, end)) {
    const record = await findVisible(content, id, claims);
    if (record === undefined || record.hidden) continue;
    if (record.type === "document") return { id, record };
    const below = record.type === "group" && (await firstIn(input, ...(await childRanks(content, id))));
    if (below) return below;
  }
  return undefined;
}

/** The last document between two ranks, or below pages between them. */
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

import { countRecords, type PageRecord, readRecords } from "../../content/index.ts";
import { type LocatedPage, locatePages } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { isPageVisible } from "../../publishing/index.ts";
import type { SitePlace } from "./site-page.ts";

/** Larger spaces are not searched: every page would be compared. */
const maxPages = 5_000;
const maxNameLength = 100;
const maxNearest = 5;
const minSimilarity = 0.35;

/** The pages whose names are most similar to the last part of a path without a page. */
export async function findNearestPages({ space, rest, visit }: SitePlace): Promise<LocatedPage[]> {
  const { content } = space;
  const name = (rest.at(-1) ?? "").slice(0, maxNameLength).toLowerCase();
  if (name === "" || (await countRecords(content, "pages")) > maxPages) return [];
  const wanted = bigramsOf(name);
  const similar: { id: string; record: PageRecord; similarity: number }[] = [];
  const yielder = new EventLoopYielder();
  for (const { key: id, value: record } of await readRecords(content, "pages")) {
    await yielder.yieldIfDue();
    if (record.type !== "document" || record.hidden) continue;
    const similarity = similarityOf(wanted, bigramsOf(record.slug));
    if (similarity >= minSimilarity) similar.push({ id, record, similarity });
  }
  const nearest: string[] = [];
  for (const { id, record } of similar.sort((a, b) => b.similarity - a.similarity)) {
    if (nearest.length === maxNearest) break;
    if (await isPageVisible(content, record, visit.visitor.claims)) nearest.push(id);
  }
  const located = await locatePages(content, nearest);
  return nearest.flatMap((id) => located.get(id) ?? []);
}

function bigramsOf(text: string): Set<string> {
  const padded = ` ${text.slice(0, maxNameLength)} `;
  const bigrams = new Set<string>();
  for (let i = 0; i < padded.length - 1; i++) bigrams.add(padded.slice(i, i + 2));
  return bigrams;
}

/** The Dice coefficient: from 0 for no common bigrams to 1 for equal sets. */
function similarityOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return (2 * a.intersection(b).size) / (a.size + b.size);
}

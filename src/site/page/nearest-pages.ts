import { setTimeout } from "node:timers/promises";
import type { Context } from "../../api/http/index.ts";
import { findSitePages } from "../../api/search/index.ts";
import { countRecords, type PageRecord, readRecords } from "../../content/index.ts";
import { locatePages } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { isPageVisible, reservedPaths, siteSpaceSegments } from "../../publishing/index.ts";
import { locationsBySpace, pageLocator } from "./found-pages.ts";
import { defaultScope, searchScopesOf } from "./search-scopes.ts";
import { findHomePath, type SitePlace, segmentsOfPath } from "./site-page.ts";

/** Of larger spaces, pages are only found by the words of their titles: every page would be compared. */
const maxPages = 5_000;
const maxNameLength = 100;
const maxNearest = 5;
const minSimilarity = 0.35;
const maxWords = 8;
/** The pages that are searched for, of which those with other names are omitted. */
const maxFound = 20;
/** A search that takes longer is not waited for, in milliseconds. While this many run, no further one begins. */
const [maxSearchTime, maxSearches] = [1_000, 2];

export interface NearestPage {
  readonly record: Pick<PageRecord, "title" | "emoji" | "icon">;
  /** The segments of its URL below the site. */
  readonly segments: readonly string[];
  /** The title of its section, if that is not the open one. */
  readonly section: string | undefined;
}

interface SimilarPage extends NearestPage {
  readonly similarity: number;
}

/** The words of the last part of a path, without an extension such as `.html`. */
export function wordsOfPath(segments: readonly string[]): string {
  const words = nameOf(segments).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, maxWords).join(" ");
}

function nameOf(segments: readonly string[]): string {
  return (segments.at(-1) ?? "").slice(0, maxNameLength).replace(/\.[a-z]{1,5}$/i, "");
}

/**
 * The pages whose names are most similar to the last part of a path without a page: of the open space, and of those that a
 * search looks in.
 */
export async function findNearestPages(context: Context, place: SitePlace): Promise<NearestPage[]> {
  const name = nameOf(place.rest).toLowerCase();
  if (name === "") return [];
  const similar = [...(await findInSpace(place, name)), ...(await findInTime(context, place, name))].sort(
    (a, b) => b.similarity - a.similarity,
  );
  const byUrl = new Map<string, NearestPage>();
  for (const page of similar) byUrl.getOrInsert(page.segments.join("/"), page);
  return [...byUrl.values()].slice(0, maxNearest);
}

/** Compares the names of all pages of the open space. */
async function findInSpace(place: SitePlace, name: string): Promise<SimilarPage[]> {
  const { content } = place.space;
  const { claims } = place.visit.visitor;
  if ((await countRecords(content, "pages")) > maxPages) return [];
  const wanted = bigramsOf(name);
  const similar: { id: string; record: PageRecord; similarity: number }[] = [];
  const yielder = new EventLoopYielder();
  for (const { key: id, value: record } of await readRecords(content, "pages")) {
    await yielder.yieldIfDue();
    if (record.type !== "document" || record.hidden) continue;
    const similarity = similarityOf(wanted, bigramsOf(record.slug));
    if (similarity >= minSimilarity) similar.push({ id, record, similarity });
  }
  const nearest = new Map<string, number>();
  for (const { id, record, similarity } of similar.sort((a, b) => b.similarity - a.similarity)) {
    if (nearest.size === maxNearest) break;
    if (await isPageVisible(content, record, claims)) nearest.set(id, similarity);
  }
  if (nearest.size === 0) return [];
  const located = await locatePages(content, [...nearest.keys()]);
  const home = await findHomePath(content, claims);
  const start = siteSpaceSegments(place, reservedPaths(place.view.all));
  return [...located].map(([id, { record, path }]) => ({
    record,
    segments: segmentsOfPath(start, path, home),
    section: undefined,
    similarity: nearest.get(id) ?? 0,
  }));
}

let searches = 0;

/** Paths without a page are opened by robots, too, and must not keep readers from searching. */
async function findInTime(context: Context, place: SitePlace, name: string): Promise<SimilarPage[]> {
  // The index has the primary content.
  if (place.site.preview !== undefined || searches >= maxSearches) return [];
  searches += 1;
  const found = findByTitle(context, place, name).finally(() => {
    searches -= 1;
  });
  const timer = new AbortController();
  const timeout = setTimeout(maxSearchTime, [], { signal: timer.signal, ref: false }).catch(() => []);
  try {
    return await Promise.race([found, timeout]);
  } finally {
    timer.abort();
  }
}

/** Searches for the words of a path, and keeps pages with a similar name. */
async function findByTitle(context: Context, place: SitePlace, name: string): Promise<SimilarPage[]> {
  const scopes = searchScopesOf(place);
  const locations = locationsBySpace(scopes.get(defaultScope(scopes)) ?? []);
  const { pages } = await findSitePages(context, {
    organizationId: place.site.organization_id,
    spaces: [...locations.keys()],
    query: wordsOfPath(place.rest),
    claims: place.visit.visitor.claims,
    limit: maxFound,
  });
  const wanted = bigramsOf(name);
  const locate = pageLocator(context, place, locations);
  const similar = pages.map(async (page) => {
    const section = locations.get(page.space.id)?.section;
    const slug = page.path.split("/").at(-1) ?? "";
    return {
      record: { title: page.title },
      segments: await locate(page),
      section: section?.id === place.section?.id ? undefined : section?.title,
      similarity: similarityOf(wanted, bigramsOf(slug)),
    };
  });
  return (await Promise.all(similar)).filter(({ similarity }) => similarity >= minSimilarity);
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

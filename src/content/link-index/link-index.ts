import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { EventLoopYielder } from "../../platform/index.ts";
import type { ContentRef, Relation } from "../document/index.ts";
import type { ReferenceTarget } from "../links/index.ts";

/** The position of a link: a page or a reusable content, and a block in it. */
export interface LinkSource {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  readonly node?: string;
  /** How the source refers to the target, if that differs from the reference of the entry. Broken paths may be written differently. */
  readonly ref?: ContentRef;
}

/** A target, and all pages and reusable contents that link to it. */
export interface LinkIndexEntry extends Pick<ReferenceTarget, "ref" | "status" | "path" | "url"> {
  /** Unique in a content. The same target has the same key in other contents. */
  readonly key: string;
  readonly relation: Relation;
  /** Sorted by kind and id. */
  readonly sources: readonly LinkSource[];
}

/** What a part of a content links to. */
export interface CollectedLinks {
  /** Sorted by key. */
  readonly entries: readonly LinkIndexEntry[];
  /** The names of the sources with links by path, whose targets may change with any path. */
  readonly pathSources: ReadonlySet<string>;
  /** Whether links were omitted. */
  readonly isTruncated: boolean;
}

/** The maximum number of sources of an entry that lists return. */
export const maxSources = 100;

/** The number of sources in a segment. */
const segmentSize = 512;
/** The estimated memory of a segment without its links, and of the name of a source, in bytes. */
const [segmentOverhead, nameSize] = [300, 100];

/** Successive entries as compressed JSON. An entry with many sources is divided between segments. */
interface Segment {
  readonly first: LinkPosition;
  readonly lastKey: string;
  readonly entries: number;
  /** The number of entries that may be broken. */
  readonly uncertain: number;
  readonly packed: Uint8Array;
}

/**
 * All links of a content, sorted by key. They are kept in compressed segments, which take a tenth of the memory of objects. An index
 * shares the segments that an edit does not change with the one before it.
 */
export class LinkIndex {
  readonly pathSources: ReadonlySet<string>;
  readonly isTruncated: boolean;
  readonly count: number;
  /** The number of entries that may be broken, or somewhat more. */
  readonly uncertain: number;
  /** The estimated memory in bytes. */
  readonly size: number;
  readonly #segments: readonly Segment[];

  private constructor(
    segments: readonly Segment[],
    { pathSources, isTruncated }: Omit<CollectedLinks, "entries">,
  ) {
    this.#segments = segments;
    this.pathSources = pathSources;
    this.isTruncated = isTruncated;
    const sum = (read: (segment: Segment) => number) =>
      segments.reduce((total, segment) => total + read(segment), 0);
    const divided = segments.filter(({ first }, i) => first.key === segments[i - 1]?.lastKey).length;
    this.count = sum(({ entries }) => entries) - divided;
    this.uncertain = sum(({ uncertain }) => uncertain);
    this.size = sum(({ packed }) => segmentOverhead + packed.length) + nameSize * pathSources.size + 1;
  }

  static async of({ entries, ...rest }: CollectedLinks): Promise<LinkIndex> {
    const yielder = new EventLoopYielder();
    const segments: Segment[] = [];
    let links: Link[] = [];
    for (const entry of entries)
      for (const link of linksOf(entry)) {
        if (links.push(link) < segmentSize) continue;
        segments.push(...pack(links));
        links = [];
        await yielder.yieldIfDue();
      }
    return new LinkIndex([...segments, ...pack(links)], rest);
  }

  /** The index after the links of some sources have changed. */
  async edit(removed: CollectedLinks, added: CollectedLinks): Promise<LinkIndex> {
    const edits = mergeEdits(removed.entries.flatMap(linksOf), added.entries.flatMap(linksOf));
    const yielder = new EventLoopYielder();
    const segments: Segment[] = [];
    let done = 0;
    for (const [i, segment] of this.#segments.entries()) {
      await yielder.yieldIfDue();
      const next = this.#segments[i + 1];
      const end = next === undefined ? edits.length : lowerBound(edits, next.first);
      if (end <= done) segments.push(segment);
      else segments.push(...pack(applyEdits(unpack(segment).flatMap(linksOf), edits.slice(done, end))));
      done = Math.max(done, end);
    }
    if (this.#segments.length === 0) segments.push(...pack(applyEdits([], edits)));
    const pathSources = this.pathSources.difference(removed.pathSources).union(added.pathSources);
    return new LinkIndex(segments, { pathSources, isTruncated: this.isTruncated || added.isTruncated });
  }

  /** The first entries after a key, with some of their sources. */
  async readAfter(
    key: string | undefined,
    limit: number,
    matches: (entry: LinkIndexEntry) => boolean = () => true,
  ): Promise<LinkIndexEntry[]> {
    const found: (LinkIndexEntry & { sources: LinkSource[] })[] = [];
    const yielder = new EventLoopYielder();
    for (const segment of this.#segments) {
      if (key !== undefined && segment.lastKey <= key) continue;
      const last = found.at(-1);
      const isKnown = segment.first.key === last?.key && segment.lastKey === last.key;
      if (isKnown && last.sources.length >= maxSources) continue;
      await yielder.yieldIfDue();
      for (const { sources, ...entry } of unpack(segment)) {
        if (key !== undefined && entry.key <= key) continue;
        const previous = found.at(-1);
        if (previous?.key === entry.key) previous.sources.push(...sources);
        else if (matches({ ...entry, sources })) {
          if (found.length === limit) return found;
          found.push({ ...entry, sources: [...sources] });
        }
      }
    }
    return found;
  }

  /** The entries that may be broken, with some of their sources. */
  async readUncertain(): Promise<LinkIndexEntry[]> {
    const { pathSources, isTruncated } = this;
    const segments = this.#segments.filter(({ uncertain }) => uncertain > 0);
    return new LinkIndex(segments, { pathSources, isTruncated }).readAfter(
      undefined,
      Number.POSITIVE_INFINITY,
      isUncertain,
    );
  }

  /** The parts of all entries whose keys have this prefix. */
  async readWithPrefix(prefix: string): Promise<LinkIndexEntry[]> {
    const found: LinkIndexEntry[] = [];
    const yielder = new EventLoopYielder();
    for (const segment of this.#segments) {
      if (segment.lastKey < prefix) continue;
      if (segment.first.key > prefix && !segment.first.key.startsWith(prefix)) break;
      await yielder.yieldIfDue();
      found.push(...unpack(segment).filter(({ key }) => key.startsWith(prefix)));
    }
    return found;
  }
}

/** Whether the target of an entry was not found in the content, or is a page of the application. */
export function isUncertain({ status, url }: LinkIndexEntry): boolean {
  return status !== "found" || url !== undefined;
}

/** An entry with one of its sources. */
interface Link extends Omit<LinkIndexEntry, "sources"> {
  readonly source: LinkSource;
}

type LinkPosition = Pick<Link, "key" | "source">;

function linksOf({ sources, ...target }: LinkIndexEntry): Link[] {
  return sources.map(({ ref = target.ref, ...source }) => ({ ...target, ref, source }));
}

/** The source of a link, as it is added to an entry of the same target. */
export function sourceOf(
  { ref, path }: Pick<LinkIndexEntry, "ref" | "path">,
  source: LinkSource,
  entry: LinkIndexEntry,
): LinkSource {
  const isSame = path === undefined || JSON.stringify(ref) === JSON.stringify(entry.ref);
  return isSame ? source : { ...source, ref };
}

/** Compares links by target and source. A source has one link to a target. */
function compareLinks(a: LinkPosition, b: LinkPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.source.kind !== b.source.kind) return a.source.kind < b.source.kind ? -1 : 1;
  if (a.source.id !== b.source.id) return a.source.id < b.source.id ? -1 : 1;
  return 0;
}

interface Edit {
  readonly link: Link;
  readonly isRemoved: boolean;
}

/** The changes of links, sorted. A link that is both removed and added is replaced. */
function mergeEdits(removed: readonly Link[], added: readonly Link[]): Edit[] {
  const edits = [
    ...removed.map((link) => ({ link, isRemoved: true })),
    ...added.map((link) => ({ link, isRemoved: false })),
  ].sort((a, b) => compareLinks(a.link, b.link) || Number(b.isRemoved) - Number(a.isRemoved));
  return edits.filter(({ link }, i) => {
    const next = edits[i + 1];
    return next === undefined || compareLinks(link, next.link) !== 0;
  });
}

function applyEdits(links: readonly Link[], edits: readonly Edit[]): Link[] {
  const edited: Link[] = [];
  let next = 0;
  for (const link of links) {
    for (; next < edits.length; next++) {
      const edit = edits[next];
      if (edit === undefined || compareLinks(edit.link, link) >= 0) break;
      if (!edit.isRemoved) edited.push(edit.link);
    }
    const edit = edits[next];
    if (edit === undefined || compareLinks(edit.link, link) !== 0) edited.push(link);
  }
  for (const { link, isRemoved } of edits.slice(next)) if (!isRemoved) edited.push(link);
  return edited;
}

/** The number of edits before a link. */
function lowerBound(edits: readonly Edit[], link: LinkPosition): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit !== undefined && compareLinks(edit.link, link) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Divides sorted links into segments. */
function pack(links: readonly Link[]): Segment[] {
  const segments: Segment[] = [];
  const count = Math.ceil(links.length / segmentSize);
  for (let i = 0; i < count; i++) {
    const part = links.slice(
      Math.floor((i * links.length) / count),
      Math.floor(((i + 1) * links.length) / count),
    );
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) continue;
    const entries = groupByTarget(part);
    segments.push({
      first: { key: first.key, source: first.source },
      lastKey: last.key,
      entries: entries.length,
      uncertain: entries.filter(isUncertain).length,
      // A copy: the result of zlib is a part of a larger buffer, which it would keep.
      packed: new Uint8Array(zstdCompressSync(JSON.stringify(entries))),
    });
  }
  return segments;
}

function unpack({ packed }: Segment): LinkIndexEntry[] {
  return JSON.parse(zstdDecompressSync(packed).toString()) as LinkIndexEntry[];
}

function groupByTarget(links: readonly Link[]): LinkIndexEntry[] {
  const entries: (LinkIndexEntry & { sources: LinkSource[] })[] = [];
  for (const { source, ...target } of links) {
    const last = entries.at(-1);
    if (last?.key === target.key) last.sources.push(sourceOf(target, source, last));
    else entries.push({ ...target, sources: [source] });
  }
  return entries;
}

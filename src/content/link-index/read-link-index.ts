import { sortYielding } from "../../platform/index.ts";
import type { LinkTarget } from "../links/index.ts";
import {
  type Content,
  countRecords,
  diffContents,
  getRecords,
  openContent,
  readRecords,
  rootOf,
} from "../model/index.ts";
import { MissingNodeError } from "../nodes/index.ts";
import { findPage } from "../pages/index.ts";
import {
  anchorPrefixOf,
  collectLinks,
  type LinkIndexInput,
  type LinkingRecord,
  maxOtherTargets,
  nameOf,
  prefixesOf,
} from "./collect-links.ts";
import { LinkIndex, type LinkIndexEntry, type LinkSource } from "./link-index.ts";

/** The estimated memory of an entry and of a source in bytes. */
const [entrySize, sourceSize] = [300, 100];

/** The index of a space that was read last, and the root of its content. */
interface LatestIndex {
  readonly root: string;
  readonly index: LinkIndex;
}

/**
 * All links of a content, sorted by key; of those to targets that the content does not contain, the first
 * `maxOtherTargets`. The last index of each space is cached. That of another content, such as the next revision or a change
 * request, is derived from it by the differences.
 */
export function readLinkIndex(input: LinkIndexInput): Promise<LinkIndex> {
  const { content, spaceId } = input;
  const [key, root] = [`link-index ${spaceId}`, rootOf(content)];
  const latest = content.nodes.getCached<LatestIndex>(key);
  if (latest?.root === root) return Promise.resolve(latest.index);
  return content.nodes.share(`${key} ${root}`, async () => {
    const index = (latest && (await updateLinkIndex(input, latest))) ?? (await buildLinkIndex(input));
    content.nodes.setCached<LatestIndex>(key, { root, index }, index.size);
    return index;
  });
}

export async function buildLinkIndex(input: LinkIndexInput): Promise<LinkIndex> {
  const pages = await readRecords(input.content, "pages");
  const reusableContents = await readRecords(input.content, "reusableContents");
  const records = [
    ...pages.map(({ key, value }) => ({ kind: "page", id: key, value }) as const),
    ...reusableContents.map(({ key, value }) => ({ kind: "reusable-content", id: key, value }) as const),
  ];
  return LinkIndex.of(await collectLinks(input, records));
}

/**
 * Derives an index from that of another content of the same space: replaces the links of the sources that differ, or whose targets
 * may differ. Undefined if those are most of the content.
 */
async function updateLinkIndex(input: LinkIndexInput, latest: LatestIndex): Promise<LinkIndex | undefined> {
  const { content } = input;
  const before = openContent(content.nodes, latest.root);
  // The anchors of a page include those of reusable contents in it.
  if (latest.index.isTruncated || before.roots.reusableContents !== content.roots.reusableContents)
    return undefined;
  try {
    const names = await findAffectedSources(latest.index, before, content);
    if (2 * names.size > (await countRecords(content, "pages"))) return undefined;
    const removed = await collectLinks({ ...input, content: before }, await readLinking(before, names));
    const added = await collectLinks(input, await readLinking(content, names));
    const index = await latest.index.edit(removed, added);
    return index.uncertain > maxOtherTargets ? undefined : index;
  } catch (error) {
    if (error instanceof MissingNodeError) return undefined;
    throw error;
  }
}

/** The names of the sources whose links, or whose targets, may differ between two contents. */
async function findAffectedSources(index: LinkIndex, before: Content, after: Content): Promise<Set<string>> {
  const { pages, files } = await diffContents(before, after);
  const names = new Set(pages.map(({ key }) => nameOf({ kind: "page", id: key })));
  const prefixes = [
    ...files.flatMap(({ key }) => prefixesOf({ file: key })),
    ...pages.flatMap((page) => {
      if (page.before === undefined || page.after === undefined) return prefixesOf({ page: page.key });
      return page.before.document === page.after.document ? [] : [anchorPrefixOf(page.key)];
    }),
  ];
  for (const prefix of prefixes)
    for (const { sources } of await index.readWithPrefix(prefix))
      for (const source of sources) names.add(nameOf(source));
  const hasSamePaths = (["slugs", "order", "files"] as const).every(
    (map) => before.roots[map] === after.roots[map],
  );
  return hasSamePaths ? names : names.union(index.pathSources);
}

/** The pages and reusable contents with these names that a content has. */
async function readLinking(content: Content, names: ReadonlySet<string>): Promise<LinkingRecord[]> {
  const idsOf = (kind: LinkSource["kind"]) =>
    [...names].flatMap((name) => (name.startsWith(`${kind} `) ? name.slice(kind.length + 1) : []));
  const pages = await getRecords(content, "pages", idsOf("page"));
  const reusableContents = await getRecords(content, "reusableContents", idsOf("reusable-content"));
  return [
    ...Array.from(pages, ([id, value]) => ({ kind: "page", id, value }) as const),
    ...Array.from(reusableContents, ([id, value]) => ({ kind: "reusable-content", id, value }) as const),
  ];
}

/**
 * The links of a content that may be broken: those whose target was not found in it, and those to the application. Of most contents,
 * they are few.
 */
export function readUncertainLinks(input: LinkIndexInput): Promise<readonly LinkIndexEntry[]> {
  const { content, spaceId } = input;
  return content.nodes.memoize(`uncertain links ${spaceId} ${rootOf(content)}`, async () => {
    const value = await (await readLinkIndex(input)).readUncertain();
    const sources = value.reduce((sum, entry) => sum + entry.sources.length, 0);
    return { value, size: entrySize * value.length + sourceSize * sources + 1 };
  });
}

/** The links of one page; undefined if the page does not exist. */
export async function readPageLinks(
  input: LinkIndexInput,
  id: string,
): Promise<readonly LinkIndexEntry[] | undefined> {
  const value = await findPage(input.content, id);
  if (value === undefined) return undefined;
  return (await collectLinks(input, [{ kind: "page", id, value }])).entries;
}

/** The sources of links to a file, a reusable content, or a page or one of its anchors. Links of a page to itself are omitted. */
export async function findBacklinks(
  input: LinkIndexInput,
  target: LinkTarget | { readonly reusableContent: string },
): Promise<LinkSource[]> {
  const index = await readLinkIndex(input);
  const backlinks = new Map<string, LinkSource>();
  for (const prefix of prefixesOf(target))
    for (const { sources } of await index.readWithPrefix(prefix))
      for (const source of sources)
        if (!("page" in target) || source.id !== target.page) backlinks.getOrInsert(nameOf(source), source);
  const sorted = await sortYielding([...backlinks], ([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, source]) => source);
}

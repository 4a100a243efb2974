import { setImmediate } from "node:timers/promises";
import type { DocumentLink, Relation } from "../document/index.ts";
import { getValue, readEntries } from "../map/index.ts";
import { type Content, type PageRecord, type ReusableContentRecord, rootOf } from "../model/index.ts";
import { hashLength, hashOf } from "../nodes/index.ts";
import { type ReadDocumentLinks, type Target, Targets } from "./targets.ts";

/** Where a link stands: on a page or in a reusable content, and there in a block. */
export interface LinkSource {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  readonly node?: string;
}

/** Something that links lead to, and every place from which they do: each page or reusable content once. */
export interface LinkIndexEntry extends Target {
  /** Tells it from all others of the same content, and from none of the same in another one. */
  readonly key: string;
  readonly relation: Relation;
  readonly sources: readonly LinkSource[];
}

/** A content whose links are looked for. */
export interface LinkIndexInput {
  readonly content: Content;
  readonly spaceId: string;
  readonly readDocumentLinks: ReadDocumentLinks;
}

const longestKey = 300;
/** How many links are followed before others have their turn. */
const linksInTurn = 500;

/** About what a usage, and each of its places, take up in memory. */
const [usageSize, placeSize] = [300, 100];

/** All links of a content, in the order of their keys. What one content has never changes, so it is found once. */
export function readLinkIndex({
  content,
  spaceId,
  readDocumentLinks,
}: LinkIndexInput): Promise<readonly LinkIndexEntry[]> {
  return content.nodes.memoize(`usages ${spaceId} ${rootOf(content)}`, async () => {
    const { nodes, roots } = content;
    const [pages, reusableContents] = await Promise.all([
      readEntries<PageRecord>(nodes, roots.pages),
      readEntries<ReusableContentRecord>(nodes, roots.reusableContents),
    ]);
    const documents = [...pages, ...reusableContents].flatMap(({ value }) => value.document ?? []);
    const findings = await readDocumentLinks(documents);
    const collector = new Collector(new Targets(content, spaceId, readDocumentLinks));
    const linksIn = (hash: string | undefined) => findings.get(hash ?? "")?.links ?? [];
    for (const { key, value } of pages)
      await collector.add({ kind: "page", id: key }, [...ownLinks(value), ...linksIn(value.document)]);
    for (const { key, value } of reusableContents)
      await collector.add({ kind: "reusable-content", id: key }, linksIn(value.document));
    const value = collector.usages();
    const places = value.reduce((sum, usage) => sum + usage.sources.length, 0);
    return { value, size: usageSize * value.length + placeSize * places + 1 };
  });
}

/** The links of one page; undefined where there is no such page. */
export async function readPageLinks(
  { content, spaceId, readDocumentLinks }: LinkIndexInput,
  id: string,
): Promise<readonly LinkIndexEntry[] | undefined> {
  const page = await getValue<PageRecord>(content.nodes, content.roots.pages, id);
  if (page === undefined) return undefined;
  const collector = new Collector(new Targets(content, spaceId, readDocumentLinks));
  const found = page.document && (await readDocumentLinks([page.document])).get(page.document);
  await collector.add({ kind: "page", id }, [...ownLinks(page), ...(found ? found.links : [])]);
  return collector.usages();
}

/** All places from which links lead to a page, with or without an anchor, or to a file. A page's own do not count. */
export async function findBacklinks(
  linked: LinkIndexInput,
  target: { readonly page: string } | { readonly file: string },
): Promise<LinkSource[]> {
  const places = new Map<string, LinkSource>();
  for (const { ref, sources: those } of await readLinkIndex(linked)) {
    const leadsThere =
      "file" in target
        ? ref.kind === "file" && ref.file === target.file && ref.space === undefined
        : (ref.kind === "page" || ref.kind === "anchor") &&
          ref.page === target.page &&
          ref.space === undefined;
    if (!leadsThere) continue;
    for (const place of those)
      if ("file" in target || place.id !== target.page)
        places.getOrInsert(`${place.kind} ${place.id}`, place);
  }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
}

/** What a page refers to outside of its document: the images of its cover, and where it leads as a link. */
function ownLinks({ cover, target }: PageRecord): DocumentLink[] {
  return [
    ...[cover?.ref, cover?.refDark].flatMap((ref) => (ref ? { ref, relation: "dependsOn" as const } : [])),
    ...(target ? [{ ref: target, relation: "reference" as const }] : []),
  ];
}

class Collector {
  readonly #targets: Targets;
  readonly #usages = new Map<string, LinkIndexEntry & { readonly sources: LinkSource[] }>();

  #followed = 0;

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  async add(source: LinkSource, links: readonly DocumentLink[]) {
    const origin = source.kind === "page" ? source.id : undefined;
    for (const { ref, relation, node } of links) {
      if (++this.#followed % linksInTurn === 0) await setImmediate();
      if (ref.kind === "url" && ref.url === "") continue;
      const target = await this.#targets.find(ref, origin);
      const key = keyOf(target, relation);
      const { sources } = this.#usages.getOrInsertComputed(key, () => ({
        ...target,
        key,
        relation,
        sources: [],
      }));
      // Links are added source by source, so a source that is present already is the last one.
      const last = sources.at(-1);
      if (last?.id !== source.id || last.kind !== source.kind)
        sources.push({ ...source, ...(node !== undefined && { node }) });
    }
  }

  usages(): LinkIndexEntry[] {
    return [...this.#usages.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

function keyOf({ ref, path }: Target, relation: Relation): string {
  const { kind, ...rest } = ref;
  const named = Object.entries(path === undefined ? rest : { path }).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = [kind, ...named.map(([name, value]) => `${name}=${value}`), relation].join(" ");
  // It goes into the address of the next page of a list.
  return key.length <= longestKey ? key : key.slice(0, longestKey - hashLength) + hashOf(key);
}

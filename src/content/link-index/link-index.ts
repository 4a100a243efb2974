import { EventLoopYielder, sortYielding } from "../../platform/index.ts";
import {
  anchorNamesIn,
  type ContentRef,
  collectLinks,
  type DocumentLink,
  type DocumentLinks,
  fileRefOf,
  hasConditionTag,
  type LinkById,
  PlainTextScanner,
  type Relation,
} from "../document/index.ts";
import { findReadableBlocks, type StoredDocument } from "../document-store/index.ts";
import {
  type LinkTarget,
  type ReadDocumentLinks,
  ReferenceResolver,
  type ReferenceTarget,
} from "../links/index.ts";
import { findFrontMatterDestinations } from "../markdown/index.ts";
import { type Content, maxNodes, type PageRecord, readRecords, rootOf } from "../model/index.ts";
import { hashLength, hashOf, type Nodes } from "../nodes/index.ts";
import { findPage } from "../pages/index.ts";

/** The position of a link: a page or a reusable content, and a block in it. */
export interface LinkSource {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  readonly node?: string;
}

/** A target, and all pages and reusable contents that link to it. */
export interface LinkIndexEntry extends Pick<ReferenceTarget, "ref" | "status" | "path" | "url"> {
  /** Unique in a content. The same target has the same key in other contents. */
  readonly key: string;
  readonly relation: Relation;
  readonly sources: readonly LinkSource[];
}

export interface LinkIndexInput {
  readonly content: Content;
  readonly spaceId: string;
  readonly readDocumentLinks: ReadDocumentLinks;
}

const maxKeyLength = 300;
/** The number of pages whose links are in memory at once. */
const batchSize = 8;
/** The estimated memory of an entry and of a source in bytes. */
const [entrySize, sourceSize] = [300, 100];
/** The maximum number of targets outside the content or missing from it. It bounds the memory of an index. */
export const maxOtherTargets = 200_000;

/**
 * All links of a content, sorted by key; of those to targets that the content does not contain, the first
 * `maxOtherTargets`. The index is cached by the root of the content.
 */
export function readLinkIndex(input: LinkIndexInput): Promise<readonly LinkIndexEntry[]> {
  const { content, spaceId, readDocumentLinks } = input;
  return content.nodes.memoize(`usages ${spaceId} ${rootOf(content)}`, async () => {
    const pages = await readRecords(content, "pages");
    const reusableContents = await readRecords(content, "reusableContents");
    const linkSources = [
      ...pages.map(({ key, value }) => ({ kind: "page", id: key, value }) as const),
      ...reusableContents.map(({ key, value }) => ({ kind: "reusable-content", id: key, value }) as const),
    ];
    const builder = new LinkIndexBuilder(input);
    for (let start = 0; start < linkSources.length; start += batchSize) {
      const batch = linkSources.slice(start, start + batchSize);
      const documentLinks = await readDocumentLinks(
        batch.flatMap(({ value }) => value.document ?? []),
        { once: true },
      );
      for (const { kind, id, value } of batch) {
        const links = documentLinks.get(value.document ?? "")?.links ?? [];
        await builder.add({ kind, id }, kind === "page" ? [...attributeLinks(value), ...links] : links);
      }
    }
    const value = await builder.entries();
    const sources = value.reduce((sum, entry) => sum + entry.sources.length, 0);
    return { value, size: entrySize * value.length + sourceSize * sources + 1 };
  });
}

/**
 * The links of a content that may be broken: those whose target was not found in it, and those to the application. Of most contents,
 * they are few, so they stay in the cache where all links do not.
 */
export function readUncertainLinks(input: LinkIndexInput): Promise<readonly LinkIndexEntry[]> {
  const { content, spaceId } = input;
  return content.nodes.memoize(`uncertain links ${spaceId} ${rootOf(content)}`, async () => {
    const entries = await readLinkIndex(input);
    const value = entries.filter(({ status, url }) => status !== "found" || url !== undefined);
    const sources = value.reduce((sum, entry) => sum + entry.sources.length, 0);
    return { value, size: entrySize * value.length + sourceSize * sources + 1 };
  });
}

/** The links of one page; undefined if the page does not exist. */
export async function readPageLinks(
  input: LinkIndexInput,
  id: string,
): Promise<readonly LinkIndexEntry[] | undefined> {
  const page = await findPage(input.content, id);
  if (page === undefined) return undefined;
  const builder = new LinkIndexBuilder(input);
  const document = page.document && (await input.readDocumentLinks([page.document])).get(page.document);
  await builder.add({ kind: "page", id }, [...attributeLinks(page), ...(document ? document.links : [])]);
  return builder.entries();
}

/** The sources of links to a file, a reusable content, or a page or one of its anchors. Links of a page to itself are omitted. */
export async function findBacklinks(
  input: LinkIndexInput,
  target: LinkTarget | { readonly reusableContent: string },
): Promise<LinkSource[]> {
  const backlinks = new Map<string, LinkSource>();
  for (const { ref, sources } of await readLinkIndex(input)) {
    if (!leadsTo(ref, target)) continue;
    for (const source of sources)
      if (!("page" in target) || source.id !== target.page)
        backlinks.getOrInsert(`${source.kind} ${source.id}`, source);
  }
  return [...backlinks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
}

function leadsTo(ref: ContentRef, target: LinkTarget | { readonly reusableContent: string }): boolean {
  if ("space" in ref && ref.space !== undefined) return false;
  if ("file" in target) return ref.kind === "file" && ref.file === target.file;
  if ("reusableContent" in target)
    return ref.kind === "reusable-content" && ref.reusableContent === target.reusableContent;
  return (ref.kind === "page" || ref.kind === "anchor") && ref.page === target.page;
}

/** The references in a page's attributes: the images of its cover, and the target of a link. */
function attributeLinks({ cover, target }: PageRecord): DocumentLink[] {
  return [
    ...[cover?.ref, cover?.refDark].flatMap((ref) => (ref ? { ref, relation: "dependsOn" as const } : [])),
    ...(target ? [{ ref: target, relation: "reference" as const }] : []),
  ];
}

class LinkIndexBuilder {
  readonly #resolver: ReferenceResolver;
  readonly #entries = new Map<string, LinkIndexEntry & { readonly sources: LinkSource[] }>();
  readonly #yielder = new EventLoopYielder();
  #otherTargets = 0;

  constructor({ content, spaceId, readDocumentLinks }: LinkIndexInput) {
    this.#resolver = new ReferenceResolver(content, spaceId, readDocumentLinks);
  }

  async add(page: LinkSource, links: readonly DocumentLink[]) {
    const origin = page.kind === "page" ? page.id : undefined;
    await this.#resolver.preload(
      links.map(({ ref }) => ref),
      origin,
    );
    let source = page;
    for (const { ref: written, relation, node } of links) {
      if (this.#yielder.isDue) await this.#yielder.yieldIfDue();
      if (written.kind === "url" && written.url === "") continue;
      // Adjacent links in one block share their source.
      if (source.node !== node) source = { ...page, ...(node !== undefined && { node }) };
      this.#addLink(await this.#resolver.resolve(written, origin), relation, source);
    }
  }

  #addLink({ ref, status, path, url }: ReferenceTarget, relation: Relation, source: LinkSource): void {
    const key = keyOf({ ref, path, url }, relation);
    const entry = this.#entries.get(key);
    // All links of a source are added in succession, so a source that is already present is the last one.
    const last = entry?.sources.at(-1);
    if (entry === undefined) {
      if (status !== "found" && ++this.#otherTargets > maxOtherTargets) return;
      const target = { ref, status, ...(path !== undefined && { path }), ...(url !== undefined && { url }) };
      this.#entries.set(key, { ...target, key, relation, sources: [source] });
    } else if (last?.id !== source.id || last.kind !== source.kind) entry.sources.push(source);
  }

  entries(): Promise<LinkIndexEntry[]> {
    return sortYielding([...this.#entries.values()], (a, b) => (a.key < b.key ? -1 : 1));
  }
}

function keyOf(
  { ref, path, url }: Pick<ReferenceTarget, "ref" | "path" | "url">,
  relation: Relation,
): string {
  const { kind, ...rest } = ref;
  const written = path === undefined ? url && { url } : { path };
  const fields = Object.entries(written ?? rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = [kind, ...fields.map(([name, value]) => `${name}=${value}`), relation].join(" ");
  // The key is part of the page cursor in URLs, so its length is limited.
  return key.length <= maxKeyLength ? key : key.slice(0, maxKeyLength - hashLength) + hashOf(key);
}

export async function findDocumentLinks(nodes: Nodes, hash: string): Promise<DocumentLinks> {
  const { text, links } = await nodes.read<StoredDocument>(hash);
  const { destinations, end } = await findFrontMatterDestinations(text);
  const plainText = new PlainTextScanner(text);
  const linksById = links.map((link): LinkById & { at: number } => ({
    at: link.at,
    isInPlainText: plainText.contains(link.at),
    written: text.slice(link.at, link.at + link.length),
    ref: "page" in link ? { kind: "page", page: link.page } : { kind: "file", file: link.file },
  }));
  const document = await findReadableBlocks(nodes, hash);
  const inBody = linksById.filter(({ at }) => at >= end);
  const documentLinks = document === undefined ? storedLinks(text, inBody) : collectLinks(document, inBody);
  // Existing and external cover images are attributes of the page, so only broken ones are added.
  const broken = destinations
    .filter(
      ({ at, text: written }) => !/^https?:/i.test(written) && linksById.every((link) => link.at !== at),
    )
    .map(({ text: written }): DocumentLink => ({ ref: fileRefOf(written), relation: "dependsOn" }));
  const names = anchorNamesIn(text).difference(new Set(documentLinks.anchors));
  return {
    ...documentLinks,
    links: [...broken, ...documentLinks.links],
    anchors: [...documentLinks.anchors, ...names],
  };
}

/** The links that are known of a document with too many nodes. Visitors do not see their targets if a part of it has a condition. */
function storedLinks(text: string, links: readonly LinkById[]): DocumentLinks {
  const condition = hasConditionTag(text) ? { condition: 0 } : {};
  return {
    links: links.map(({ ref }) => ({ ref, relation: "reference", ...condition })),
    anchors: [],
    varies: true,
    conditions: [{}],
    expressions: [],
    nodes: maxNodes,
  };
}

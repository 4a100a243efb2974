import { EventLoopYielder, sortYielding } from "../../platform/index.ts";
import type { ContentRef, DocumentLink, Relation } from "../document/index.ts";
import {
  type LinkTarget,
  type ReadDocumentLinks,
  ReferenceResolver,
  type ReferenceTarget,
} from "../links/index.ts";
import type { Content, PageRecord, ReusableContentRecord } from "../model/index.ts";
import { hashLength, hashOf } from "../nodes/index.ts";
import { type CollectedLinks, type LinkIndexEntry, type LinkSource, sourceOf } from "./link-index.ts";

export interface LinkIndexInput {
  readonly content: Content;
  readonly spaceId: string;
  readonly readDocumentLinks: ReadDocumentLinks;
}

/** A page or a reusable content, whose links are collected. */
export type LinkingRecord =
  | { readonly kind: "page"; readonly id: string; readonly value: PageRecord }
  | { readonly kind: "reusable-content"; readonly id: string; readonly value: ReusableContentRecord };

const maxKeyLength = 300;
/** The number of pages whose links are in memory at once. */
const batchSize = 8;
/** The maximum number of targets outside the content or missing from it. It bounds the memory of an index. */
export const maxOtherTargets = 200_000;

/** The name of a source in a set. */
export function nameOf({ kind, id }: Pick<LinkSource, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/** The links of pages and reusable contents, which are sorted by kind and id. */
export async function collectLinks(
  input: LinkIndexInput,
  records: readonly LinkingRecord[],
): Promise<CollectedLinks> {
  const collector = new LinkCollector(input);
  for (let start = 0; start < records.length; start += batchSize) {
    const batch = records.slice(start, start + batchSize);
    const documents = batch.flatMap(({ value }) => value.document ?? []);
    const documentLinks = await input.readDocumentLinks(documents, { once: records.length > batchSize });
    for (const { kind, id, value } of batch) {
      const links = documentLinks.get(value.document ?? "")?.links ?? [];
      await collector.add({ kind, id }, kind === "page" ? [...attributeLinks(value), ...links] : links);
    }
  }
  return collector.collected();
}

/** The references in a page's attributes: the images of its cover, and the target of a link. */
function attributeLinks({ cover, target }: PageRecord): DocumentLink[] {
  return [
    ...[cover?.ref, cover?.refDark].flatMap((ref) => (ref ? { ref, relation: "dependsOn" as const } : [])),
    ...(target ? [{ ref: target, relation: "reference" as const }] : []),
  ];
}

class LinkCollector {
  readonly #resolver: ReferenceResolver;
  readonly #entries = new Map<string, LinkIndexEntry & { readonly sources: LinkSource[] }>();
  readonly #pathSources = new Set<string>();
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
      const target = await this.#resolver.resolve(written, origin);
      if (isByPath(written, target)) this.#pathSources.add(nameOf(page));
      this.#addLink(target, relation, source);
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
    } else if (last?.id !== source.id || last.kind !== source.kind)
      entry.sources.push(sourceOf({ ref, ...(path !== undefined && { path }) }, source, entry));
  }

  async collected(): Promise<CollectedLinks> {
    return {
      entries: await sortYielding([...this.#entries.values()], (a, b) => (a.key < b.key ? -1 : 1)),
      pathSources: this.#pathSources,
      isTruncated: this.#otherTargets > maxOtherTargets,
    };
  }
}

/** Whether the target depends on the paths of the content, or on that of the source. */
function isByPath(written: ContentRef, { ref, status }: ReferenceTarget): boolean {
  switch (written.kind) {
    case "url":
      return ref.kind !== "url" || status === "broken" || written.url.startsWith("/");
    case "file":
      if (ref.kind === "url") return status === "broken" || written.file.startsWith("/");
      return !("file" in ref && ref.file === written.file);
    case "page":
    case "anchor":
      return (
        written.page !== undefined && (status === "broken" || !("page" in ref && ref.page === written.page))
      );
    default:
      return false;
  }
}

/** Begins with the kind and the target, so that all links to one target are found. */
function keyOf(
  { ref, path, url }: Pick<ReferenceTarget, "ref" | "path" | "url">,
  relation: Relation,
): string {
  const { kind, ...rest } = ref;
  const written = path === undefined ? url && { url } : { path };
  const fields = Object.entries(written ?? rest).sort(
    ([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1),
  );
  const key = [kind, ...fields.map(([name, value]) => `${name}=${value}`), relation].join(" ");
  // The key is part of the page cursor in URLs, so its length is limited.
  return key.length <= maxKeyLength ? key : key.slice(0, maxKeyLength - hashLength) + hashOf(key);
}

/** The page precedes its anchor. */
function rankOf(field: string): number {
  return field === "page" ? 0 : 1;
}

/** The prefixes of the keys of all links to a target of the content. */
export function prefixesOf(target: LinkTarget | { readonly reusableContent: string }): string[] {
  if ("file" in target) return [`file file=${target.file} `];
  if ("reusableContent" in target) return [`reusable-content reusableContent=${target.reusableContent} `];
  return [`page page=${target.page} `, anchorPrefixOf(target.page)];
}

/** The prefix of the keys of all links to anchors of a page. */
export function anchorPrefixOf(page: string): string {
  return `anchor page=${page} `;
}

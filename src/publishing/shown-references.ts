import { type Content, getRecords, hashOf, type PageRecord, readRecords, rootOf } from "../content/index.ts";
import type { LinkIndexInput } from "../content/link-index/index.ts";
import { EventLoopYielder, sortYielding } from "../platform/index.ts";
import { documentLinksReader } from "../storage/repositories/index.ts";
import type { Claims } from "./conditions.ts";
import {
  findShownParts,
  openReferenceSource,
  type PageParts,
  partsSize,
  ReferenceCollector,
  type ReferenceKind,
  referenceSize,
} from "./page-references.ts";
import type { PublishedSpace, PublishingContext } from "./published-content.ts";

// The rule for what visitors get beside pages: the files, specs, embeds and variables to which those parts of pages refer that
// are shown to them. A file to which nothing refers is not shown.

export interface ShownReferences {
  /** The ids of existing files, sorted. */
  readonly files: ReadonlySet<string>;
  readonly specs: ReadonlySet<string>;
  /** Embedded URLs, as `urlReference` identifies them. */
  readonly urls: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** The number of records, and of documents with their links, that are read at once. */
const [recordsPerBatch, documentsPerBatch] = [500, 32];

/** What the pages of a content refer to for a visitor. Visitors who meet the same conditions share the result. */
export async function readShownReferences(input: LinkIndexInput, claims: Claims): Promise<ShownReferences> {
  const { content, spaceId } = input;
  const outermost = await readPageParts(input);
  const shown = await findShownParts(outermost, claims, new EventLoopYielder());
  const ids = shown.map(({ id }) => id).join();
  return content.nodes.memoize(`shown-references ${spaceId} ${rootOf(content)} ${hashOf(ids)}`, async () => {
    const value = await uniteReferences(content, shown);
    const count = value.files.size + value.specs.size + value.urls.size + value.variables.size;
    return { value, size: partsSize + referenceSize * count };
  });
}

/** The specs to which the pages of a content refer, under any conditions. */
export async function readReferredSpecs(input: LinkIndexInput): Promise<Set<string>> {
  const specs = new Set<string>();
  const pending = [await readPageParts(input)];
  for (let parts = pending.pop(); parts !== undefined; parts = pending.pop()) {
    for (const slug of parts.references.specs ?? []) specs.add(slug);
    pending.push(...parts.inner.values());
  }
  return specs;
}

/** What the pages of a published space refer to for a visitor. */
export function readShownIn(
  context: PublishingContext,
  { id, content, repositoryId }: PublishedSpace,
  claims: Claims,
): Promise<ShownReferences> {
  const readDocumentLinks = documentLinksReader(context, repositoryId);
  return readShownReferences({ content, spaceId: id, readDocumentLinks }, claims);
}

async function uniteReferences(content: Content, shown: readonly PageParts[]): Promise<ShownReferences> {
  const yielder = new EventLoopYielder();
  const unite = async (kind: ReferenceKind): Promise<Set<string>> => {
    const names = new Set<string>();
    for (const { references } of shown)
      for (const name of references[kind] ?? []) {
        if (yielder.isDue) await yielder.yieldIfDue();
        names.add(name);
      }
    return names;
  };
  const sorted = await sortYielding([...(await unite("files"))], (a, b) => (a < b ? -1 : 1));
  const files = new Set<string>();
  for (const batch of batchesOf(sorted, recordsPerBatch)) {
    await yielder.yieldIfDue();
    const records = await getRecords(content, "files", batch);
    for (const id of batch) if (records.has(id)) files.add(id);
  }
  const [specs, urls, variables] = [await unite("specs"), await unite("urls"), await unite("variables")];
  return { files, specs, urls, variables };
}

/** The parts of all pages by their conditions. They are cached by the root of the content. */
function readPageParts(input: LinkIndexInput): Promise<PageParts> {
  const { content, spaceId, readDocumentLinks } = input;
  return content.nodes.memoize(`page-parts ${spaceId} ${rootOf(content)}`, async () => {
    const source = await openReferenceSource(input);
    const collector = new ReferenceCollector(source);
    const partsOf = partsReader(collector, await readPageConditions(content));
    for await (const batch of readPages(content, documentsPerBatch)) {
      if (collector.isFull) break;
      const documents = await readDocumentLinks(batch.flatMap(({ value }) => value.document ?? []));
      for (const { key, value } of batch) {
        await source.yielder.yieldIfDue();
        const parts = partsOf(key);
        if (parts !== undefined) await collector.addPage(value, parts, documents.get(value.document ?? ""));
      }
    }
    return { value: collector.outermost, size: collector.size };
  });
}

/** Reads all pages in batches. */
async function* readPages(content: Content, limit: number) {
  for (let from = ""; ; ) {
    const batch = await readRecords(content, "pages", { from, limit });
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < limit) return;
    // The smallest key after a key is that key followed by a null character.
    from = `${last.key}\0`;
  }
}

type PageCondition = Pick<PageRecord, "parent" | "condition">;

/** The conditions of all pages. Whole pages would take much more memory. */
async function readPageConditions(content: Content): Promise<Map<string, PageCondition>> {
  const pages = new Map<string, PageCondition>();
  const yielder = new EventLoopYielder();
  for await (const batch of readPages(content, recordsPerBatch)) {
    for (const { key, value } of batch) {
      const { parent, condition } = value;
      pages.set(key, { parent, ...(condition !== undefined && { condition }) });
    }
    await yielder.yieldIfDue();
  }
  return pages;
}

/** Finds the parts with the conditions of a page and of its ancestors; undefined if the collector is full. */
function partsReader(collector: ReferenceCollector, pages: ReadonlyMap<string, PageCondition>) {
  const known = new Map<string, PageParts | undefined>([["", collector.outermost]]);
  return (id: string): PageParts | undefined => {
    const path: string[] = [];
    for (let current = id; !known.has(current); current = pages.get(current)?.parent ?? "") {
      if (path.push(current) > pages.size + 1) throw new Error(`page ${id} is below itself`);
    }
    for (const current of path.reverse()) {
      const { parent = "", condition } = pages.get(current) ?? {};
      const inherited = known.get(parent);
      const isSame = inherited === undefined || condition === undefined;
      known.set(current, isSame ? inherited : collector.within(inherited, condition));
    }
    return known.get(id);
  };
}

function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The variables of pages to which the parts that are shown to a visitor refer, by page id. */
export type ShownVariables = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Reads the variables of these pages that a visitor sees. */
export async function readShownVariables(
  input: LinkIndexInput,
  pages: ReadonlyMap<string, PageRecord>,
  claims: Claims,
): Promise<ShownVariables> {
  const shown = new Map<string, Readonly<Record<string, string>>>();
  if (pages.size === 0) return shown;
  const source = await openReferenceSource(input);
  for (const batch of batchesOf([...pages], documentsPerBatch)) {
    const documents = await input.readDocumentLinks(batch.flatMap(([, { document }]) => document ?? []));
    for (const [id, page] of batch) {
      await source.yielder.yieldIfDue();
      const collector = new ReferenceCollector(source);
      await collector.addPage(page, collector.outermost, documents.get(page.document ?? ""));
      const parts = await findShownParts(collector.outermost, claims, source.yielder);
      const names = new Set(parts.flatMap(({ references }) => [...(references.pageVariables ?? [])]));
      const variables = Object.entries(page.variables ?? {}).filter(([name]) => names.has(name));
      if (variables.length > 0) shown.set(id, Object.fromEntries(variables));
    }
  }
  return shown;
}

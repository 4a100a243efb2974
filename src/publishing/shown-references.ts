import {
  type Content,
  getRecords,
  hashOf,
  type PageRecord,
  readRecords,
  readVariables,
  rootOf,
} from "../content/index.ts";
import type { LinkIndexInput } from "../content/link-index/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import type { Claims } from "./conditions.ts";
import {
  type PageParts,
  ReferenceCollector,
  type ReferenceKind,
  referenceKinds,
  shownParts,
} from "./page-references.ts";

// The rule for what visitors get beside pages: the files, specs and variables to which those parts of pages refer that
// are shown to them. A file to which nothing refers is not shown.

export interface ShownReferences {
  /** The ids of existing files, sorted. */
  readonly files: ReadonlySet<string>;
  readonly specs: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** The number of records, and of documents with their links, that are read at once. */
const [recordsPerBatch, documentsPerBatch] = [500, 32];
/** The estimated memory of parts with the same conditions and of a reference in bytes. */
const [partsSize, referenceSize] = [600, 100];

/** What the pages of a content refer to for a visitor. Visitors who meet the same conditions share the result. */
export async function readShownReferences(input: LinkIndexInput, claims: Claims): Promise<ShownReferences> {
  const { content, spaceId } = input;
  const shown: PageParts[] = [];
  const yielder = new EventLoopYielder();
  for (const parts of shownParts(await readPageParts(input), claims)) {
    await yielder.yieldIfDue();
    shown.push(parts);
  }
  const ids = shown.map(({ id }) => id).join();
  return content.nodes.memoize(`shown-references ${spaceId} ${rootOf(content)} ${hashOf(ids)}`, async () => {
    const value = await uniteReferences(content, shown);
    const count = value.files.size + value.specs.size + value.variables.size;
    return { value, size: partsSize + referenceSize * count };
  });
}

async function uniteReferences(content: Content, shown: readonly PageParts[]): Promise<ShownReferences> {
  const yielder = new EventLoopYielder();
  const unite = async (kind: ReferenceKind): Promise<Set<string>> => {
    const names = new Set<string>();
    for (const { references } of shown) {
      await yielder.yieldIfDue();
      for (const name of references[kind] ?? []) names.add(name);
    }
    return names;
  };
  const files = new Set<string>();
  for (const batch of batchesOf([...(await unite("files"))].sort(), recordsPerBatch)) {
    await yielder.yieldIfDue();
    const records = await getRecords(content, "files", batch);
    for (const id of batch) if (records.has(id)) files.add(id);
  }
  return { files, specs: await unite("specs"), variables: await unite("variables") };
}

/** The parts of all pages by their conditions. They are cached by the root of the content. */
function readPageParts(input: LinkIndexInput): Promise<PageParts> {
  const { content, spaceId, readDocumentLinks } = input;
  return content.nodes.memoize(`page-parts ${spaceId} ${rootOf(content)}`, async () => {
    const pages = await readAllPages(content);
    const collector = new ReferenceCollector(input, await readVariables(content));
    const partsOf = partsReader(collector, pages);
    const yielder = new EventLoopYielder();
    for (const batch of batchesOf([...pages], documentsPerBatch)) {
      const documents = await readDocumentLinks(batch.flatMap(([, { document }]) => document ?? []));
      for (const [id, page] of batch) {
        await yielder.yieldIfDue();
        await collector.addPage(page, partsOf(id), documents.get(page.document ?? ""));
      }
    }
    const { outermost, count } = collector;
    return { value: outermost, size: partsSize * count + referenceSize * countReferences(outermost) };
  });
}

function countReferences(outermost: PageParts): number {
  let count = 0;
  const pending = [outermost];
  for (let parts = pending.pop(); parts !== undefined; parts = pending.pop()) {
    for (const kind of referenceKinds) count += parts.references[kind]?.size ?? 0;
    for (const inner of parts.inner.values()) pending.push(inner);
  }
  return count;
}

/** Reads all pages in small steps. */
async function readAllPages(content: Content): Promise<Map<string, PageRecord>> {
  const pages = new Map<string, PageRecord>();
  const yielder = new EventLoopYielder();
  for (let from = ""; ; ) {
    const batch = await readRecords(content, "pages", { from, limit: recordsPerBatch });
    for (const { key, value } of batch) pages.set(key, value);
    const last = batch.at(-1);
    if (last === undefined || batch.length < recordsPerBatch) return pages;
    // The smallest key after a key is that key followed by a null character.
    from = `${last.key}\0`;
    await yielder.yieldIfDue();
  }
}

/** Finds the parts with the conditions of a page and of its ancestors. */
function partsReader(collector: ReferenceCollector, pages: ReadonlyMap<string, PageRecord>) {
  const known = new Map([["", collector.outermost]]);
  return (id: string): PageParts => {
    const path: string[] = [];
    for (let current = id; !known.has(current); current = pages.get(current)?.parent ?? "") {
      if (path.push(current) > pages.size + 1) throw new Error(`page ${id} is below itself`);
    }
    for (const current of path.reverse()) {
      const { parent = "", condition } = pages.get(current) ?? {};
      const inherited = known.get(parent) ?? collector.outermost;
      known.set(current, condition === undefined ? inherited : collector.within(inherited, condition));
    }
    return known.get(id) ?? collector.outermost;
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
  const spaceVariables = await readVariables(input.content);
  const yielder = new EventLoopYielder();
  for (const batch of batchesOf([...pages], documentsPerBatch)) {
    const documents = await input.readDocumentLinks(batch.flatMap(([, { document }]) => document ?? []));
    for (const [id, page] of batch) {
      await yielder.yieldIfDue();
      const collector = new ReferenceCollector(input, spaceVariables);
      await collector.addPage(page, collector.outermost, documents.get(page.document ?? ""));
      const names = new Set(
        shownParts(collector.outermost, claims).flatMap(({ references }) => references.pageVariables ?? []),
      );
      const variables = Object.entries(page.variables ?? {}).filter(([name]) => names.has(name));
      if (variables.length > 0) shown.set(id, Object.fromEntries(variables));
    }
  }
  return shown;
}

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
import { isGroupShown, ReferenceCollector, type ReferenceGroup } from "./page-references.ts";

// The one rule for what visitors get beside pages: the files, specs and variables to which the parts of pages refer that
// are shown to them. Files without a reference are not shown.

export interface ShownReferences {
  /** The ids of existing files, sorted. */
  readonly files: ReadonlySet<string>;
  readonly specs: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** The number of records or documents that are read at once. */
const batchSize = 500;
/** The estimated memory of a group and of a reference in bytes. */
const [groupSize, referenceSize] = [600, 100];

/** What the pages of a content refer to for a visitor. Visitors who meet the same conditions share the result. */
export async function readShownReferences(input: LinkIndexInput, claims: Claims): Promise<ShownReferences> {
  const { content, spaceId } = input;
  const shown: ReferenceGroup[] = [];
  const indexes: number[] = [];
  const yielder = new EventLoopYielder();
  for (const [index, group] of (await readReferenceGroups(input)).entries()) {
    await yielder.yieldIfDue();
    if (!isGroupShown(group, claims)) continue;
    shown.push(group);
    indexes.push(index);
  }
  const key = `shown-references ${spaceId} ${rootOf(content)} ${hashOf(indexes.join())}`;
  return content.nodes.memoize(key, async () => {
    const value = await uniteGroups(content, shown);
    const size = groupSize + referenceSize * (value.files.size + value.specs.size + value.variables.size);
    return { value, size };
  });
}

async function uniteGroups(content: Content, groups: readonly ReferenceGroup[]): Promise<ShownReferences> {
  const [files, specs, variables] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const yielder = new EventLoopYielder();
  for (const { references } of groups) {
    await yielder.yieldIfDue();
    for (const file of references.files) files.add(file);
    for (const spec of references.specs) specs.add(spec);
    for (const name of references.variables) variables.add(name);
  }
  const existing = new Set<string>();
  for (const batch of batchesOf([...files].sort())) {
    await yielder.yieldIfDue();
    const records = await getRecords(content, "files", batch);
    for (const id of batch) if (records.has(id)) existing.add(id);
  }
  return { files: existing, specs, variables };
}

/** The references of all pages, by their conditions. They are cached by the root of the content. */
function readReferenceGroups(input: LinkIndexInput): Promise<readonly ReferenceGroup[]> {
  const { content, spaceId, readDocumentLinks } = input;
  return content.nodes.memoize(`reference-groups ${spaceId} ${rootOf(content)}`, async () => {
    const pages = await readAllPages(content);
    const conditionsOf = conditionsReader(pages);
    const collector = new ReferenceCollector(input, await readVariables(content));
    const yielder = new EventLoopYielder();
    for (const batch of batchesOf([...pages])) {
      const documents = await readDocumentLinks(batch.flatMap(([, { document }]) => document ?? []));
      for (const [id, page] of batch) {
        await yielder.yieldIfDue();
        await collector.addPage(page, conditionsOf(id), documents.get(page.document ?? ""));
      }
    }
    const value = collector.groups;
    const count = value.reduce(
      (sum, { references: { files, specs, variables } }) => sum + files.size + specs.size + variables.size,
      0,
    );
    return { value, size: groupSize * (1 + value.length) + referenceSize * count };
  });
}

/** Reads all pages in small steps. */
async function readAllPages(content: Content): Promise<Map<string, PageRecord>> {
  const pages = new Map<string, PageRecord>();
  const yielder = new EventLoopYielder();
  for (let from = ""; ; ) {
    const batch = await readRecords(content, "pages", { from, limit: batchSize });
    for (const { key, value } of batch) pages.set(key, value);
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return pages;
    // The smallest key after a key is that key followed by a null character.
    from = `${last.key}\0`;
    await yielder.yieldIfDue();
  }
}

/** Reads the conditions of a page and of its ancestors. */
function conditionsReader(pages: ReadonlyMap<string, PageRecord>): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>([["", []]]);
  return (id) => {
    const path: string[] = [];
    for (let current = id; !known.has(current); current = pages.get(current)?.parent ?? "") {
      path.push(current);
      known.set(current, []);
    }
    for (const current of path.reverse()) {
      const { parent = "", condition } = pages.get(current) ?? {};
      const inherited = known.get(parent) ?? [];
      known.set(current, condition === undefined ? inherited : [...inherited, condition]);
    }
    return known.get(id) ?? [];
  };
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize);
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
  for (const batch of batchesOf([...pages])) {
    const documents = await input.readDocumentLinks(batch.flatMap(([, { document }]) => document ?? []));
    for (const [id, page] of batch) {
      await yielder.yieldIfDue();
      const collector = new ReferenceCollector(input, spaceVariables);
      await collector.addPage(page, [], documents.get(page.document ?? ""));
      const groups = collector.groups.filter((group) => isGroupShown(group, claims));
      const isShown = (name: string) => groups.some(({ references }) => references.pageVariables.has(name));
      const variables = Object.entries(page.variables ?? {}).filter(([name]) => isShown(name));
      if (variables.length > 0) shown.set(id, Object.fromEntries(variables));
    }
  }
  return shown;
}

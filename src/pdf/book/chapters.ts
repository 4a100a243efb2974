import { type Block, plainText } from "../../content/document/index.ts";
import { type PageRecord, readEvaluatedBlocks } from "../../content/index.ts";
import { type PageBranch, readTree } from "../../content/pages/index.ts";
import { isMet } from "../../publishing/index.ts";
import { BookError, type BookOrder } from "./book.ts";

/** A page of the space in the book. */
export interface Chapter {
  readonly id: string;
  readonly record: PageRecord;
  /** 1 for top-level pages. */
  readonly level: number;
  /** Titles of the ancestors. */
  readonly above: readonly string[];
  readonly below: readonly PageBranch[];
  readonly blocks: readonly Block[];
}

export interface Chapters {
  readonly chapters: readonly Chapter[];
  /** All pages of the content, including those outside of the book. */
  readonly pages: ReadonlyMap<string, PageRecord>;
  /** The page tree of the book. */
  readonly tree: readonly PageBranch[];
}

/** A book is for everybody: it contains what a visitor without claims sees. */
const claims = { unsigned: {} };

/** More do not fit into the memory of the child process. */
const maxChapters = 5_000;

/** Reads the pages of the book. */
export async function readChapters({ content, part }: BookOrder): Promise<Chapters> {
  const tree = await readTree(content);
  const pages = new Map(Array.from(branchesIn(tree), ({ id, record }) => [id, record] as const));
  const start = part && branchesIn(tree).find(({ id }) => id === part.page);
  if (part !== undefined && start === undefined) throw new BookError("has no such page");
  const chosen = start === undefined ? shown(tree) : [partOf(start, part?.isOnly === true)];
  const places = [...placesIn(chosen, 1, start ? titlesAbove(start.record, pages) : [])];
  if (places.length > maxChapters)
    throw new BookError(
      `has ${places.length} pages, and a PDF has room for ${maxChapters}; ask for a part of it with page`,
    );
  const chapters: Chapter[] = [];
  for (const place of places) {
    const { id, record } = place;
    const reading = { content, origin: id, page: record, hash: record.document, claims };
    const { nodes } = await readEvaluatedBlocks(reading, "true");
    const blocks = withoutTitle(nodes, record.title);
    chapters.push({ ...place, blocks });
  }
  return { chapters, pages, tree: chosen };
}

function partOf(branch: PageBranch, isOnly: boolean): PageBranch {
  return { ...branch, children: isOnly ? [] : shown(branch.children) };
}

/** Omits hidden pages and pages whose condition is not met. */
function shown(branches: readonly PageBranch[]): PageBranch[] {
  return branches
    .filter(({ record }) => record.hidden !== true && isMet(record.condition, claims))
    .map((branch) => ({ ...branch, children: shown(branch.children) }));
}

function* branchesIn(branches: readonly PageBranch[]): Generator<PageBranch> {
  for (const branch of branches) {
    yield branch;
    yield* branchesIn(branch.children);
  }
}

type Place = Omit<Chapter, "blocks">;

/** Link pages appear in the table of contents only. */
function* placesIn(
  branches: readonly PageBranch[],
  level: number,
  above: readonly string[],
): Generator<Place> {
  for (const { id, record, children } of branches) {
    if (record.type === "link") continue;
    yield { id, record, level, above, below: children };
    yield* placesIn(children, level + 1, [...above, record.title]);
  }
}

function titlesAbove(record: PageRecord, pages: ReadonlyMap<string, PageRecord>): string[] {
  const titles: string[] = [];
  for (let above = pages.get(record.parent); above !== undefined; above = pages.get(above.parent))
    titles.unshift(above.title);
  return titles;
}

/** Removes a first heading that repeats the title of the page. */
function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first, ...others] = blocks;
  const repeats = first?.type === "heading-1" && plainText(first.nodes ?? []).trim() === title.trim();
  return repeats ? others : blocks;
}

/** The label of a page, or of a heading in it. */
export function labelOf(page: string, anchor?: string): string {
  return anchor === undefined ? `page:${page}` : `page:${page}#${anchor}`;
}

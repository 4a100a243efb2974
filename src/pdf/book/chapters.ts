import { type Block, plainText } from "../../content/document/index.ts";
import { maxNodes, type PageRecord, readEvaluatedBlocks, unlessTooLarge } from "../../content/index.ts";
import { ancestorsOf, type PageBranch, readTree } from "../../content/pages/index.ts";
import { isMet } from "../../publishing/index.ts";
import { BookError, type BookInput } from "./book.ts";

export interface Chapter {
  readonly id: string;
  readonly record: PageRecord;
  /** 1 for top-level pages. */
  readonly level: number;
  readonly ancestorTitles: readonly string[];
  readonly children: readonly PageBranch[];
  readonly blocks: readonly Block[];
}

export interface Chapters {
  readonly chapters: readonly Chapter[];
  readonly tree: readonly PageBranch[];
  /** The page that the book is limited to. */
  readonly start?: PageBranch | undefined;
}

/** A book has no single reader, so it contains the content that a visitor without claims sees. */
const claims = { unsigned: {} };

/** The maximum number of chapters that fit into the memory of the child process. */
const maxChapters = 5_000;

export async function readChapters({ content, part }: BookInput): Promise<Chapters> {
  const tree = await readTree(content);
  const start = part && branchesIn(tree).find(({ id }) => id === part.page);
  if (part !== undefined && start === undefined) throw new BookError("does not contain the page");
  const visible = start
    ? [{ ...start, children: part?.isOnly ? [] : withoutHidden(start.children) }]
    : withoutHidden(tree);
  const ancestors = start ? [...(await ancestorsOf(content, start.record)).values()].reverse() : [];
  const pages = [
    ...pagesIn(
      visible,
      1,
      ancestors.map(({ title }) => title),
    ),
  ];
  if (pages.length > maxChapters)
    throw new BookError(
      `has ${pages.length} pages, but a PDF can have at most ${maxChapters}; request a part of it with page`,
    );
  const chapters: Chapter[] = [];
  for (const page of pages) {
    const { id, record } = page;
    const input = { content, origin: id, page: record, hash: record.document, claims };
    const document = await unlessTooLarge(readEvaluatedBlocks(input, "true"));
    if (document === undefined)
      throw new BookError(
        `has the page “${record.title}” (${id}), whose document has more than ${maxNodes} nodes`,
      );
    chapters.push({ ...page, blocks: withoutTitle(document.nodes, record.title) });
  }
  return { chapters, tree: visible, start };
}

/** Omits hidden pages and pages whose condition is not met. */
function withoutHidden(branches: readonly PageBranch[]): PageBranch[] {
  return branches
    .filter(({ record }) => record.hidden !== true && isMet(record.condition, claims))
    .map((branch) => ({ ...branch, children: withoutHidden(branch.children) }));
}

export function* branchesIn(branches: readonly PageBranch[]): Generator<PageBranch> {
  for (const branch of branches) {
    yield branch;
    yield* branchesIn(branch.children);
  }
}

/** Link pages appear in the table of contents only. */
function* pagesIn(
  branches: readonly PageBranch[],
  level: number,
  ancestorTitles: readonly string[],
): Generator<Omit<Chapter, "blocks">> {
  for (const { id, record, children } of branches) {
    if (record.type === "link") continue;
    yield { id, record, level, ancestorTitles, children };
    yield* pagesIn(children, level + 1, [...ancestorTitles, record.title]);
  }
}

/** Removes a first heading that repeats the title of the page. */
function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first, ...others] = blocks;
  const repeats = first?.type === "heading-1" && plainText(first.nodes ?? []).trim() === title.trim();
  return repeats ? others : blocks;
}

export function labelOf(page: string, anchor?: string): string {
  return anchor === undefined ? `page:${page}` : `page:${page}#${anchor}`;
}

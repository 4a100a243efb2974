import { type Content, rootOf } from "../../content/index.ts";
import { findPage, type PageBranch, pathOf, readTree } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Claims, findVisiblePage, isMet } from "../../publishing/index.ts";
import { isIndexable } from "../page/index.ts";

export interface SitemapPage {
  /** Below the site space; empty for its first page. */
  readonly path: string;
  readonly updatedAt: string;
}

/** The protocol allows 50,000 pages and 50 MB in a file. With long URLs, fewer pages reach the size. */
const pagesPerFile = 10_000;

/** An estimate of the memory of a page without its path, in bytes. */
const pageSize = 100;

/**
 * Lists the pages of a space that a visitor with these claims sees and that search engines may show, in the order of the
 * table of contents.
 */
export function listSitemapPages(content: Content, claims: Claims): Promise<readonly SitemapPage[]> {
  return content.nodes.memoize(`sitemap ${rootOf(content)} ${JSON.stringify(claims)}`, async () => {
    const value = await collectPages(content, claims);
    return { value, size: value.reduce((sum, { path }) => sum + path.length + pageSize, 0) };
  });
}

async function collectPages(content: Content, claims: Claims): Promise<SitemapPage[]> {
  const id = await findVisiblePage(content, [], claims);
  const first = id === undefined ? undefined : await findPage(content, id);
  const firstPath = first && (await pathOf(content, first));
  const pages: SitemapPage[] = [];
  const yielder = new EventLoopYielder();
  // From the last to the first, since the next one is taken from the end.
  const pending = (await readTree(content)).toReversed();
  for (let branch = pending.pop(); branch !== undefined; branch = pending.pop()) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const { record, path, children } = branch;
    if (record.hidden || !isMet(record.condition, claims) || !isIndexable([record])) continue;
    if (hasOwnText(branch)) pages.push({ path: path === firstPath ? "" : path, updatedAt: record.updatedAt });
    for (const child of children.toReversed()) pending.push(child);
  }
  return pages;
}

/** Whether a page is shown at its path. Groups, links and empty pages with subpages lead to another page. */
function hasOwnText({ record, children }: PageBranch): boolean {
  return record.type === "document" && (record.document !== undefined || children.length === 0);
}

/** The pages of each file of a sitemap. */
export function splitPages(pages: readonly SitemapPage[]): (readonly SitemapPage[])[] {
  const count = Math.ceil(pages.length / pagesPerFile);
  return Array.from({ length: count }, (_, i) => pages.slice(i * pagesPerFile, (i + 1) * pagesPerFile));
}

import { type Content, rootOf } from "../../content/index.ts";
import type { Claims } from "../../publishing/index.ts";
import { findHomePath } from "../page/index.ts";
import { visitListedPages } from "./listed-pages.ts";

/** A page in a sitemap, or a sitemap in the index. */
export interface SitemapEntry {
  /** That of a page is below the site space, and empty for the first page; that of a sitemap is below the site. */
  readonly path: string;
  readonly updatedAt: string;
}

/** The protocol allows 50,000 pages and 50 MB in a file. With long URLs, fewer pages reach the size. */
const pagesPerFile = 10_000;

/** An estimate of the memory of a page without its path, in bytes. */
const pageSize = 100;

/** Lists the pages of a space that a visitor with these claims sees and that search engines may show. */
export function listSitemapPages(content: Content, claims: Claims): Promise<readonly SitemapEntry[]> {
  return content.nodes.memoize(`sitemap ${rootOf(content)} ${JSON.stringify(claims)}`, async () => {
    const home = await findHomePath(content, claims);
    const value: SitemapEntry[] = [];
    let size = 0;
    await visitListedPages(content, claims, ({ record, path }) => {
      value.push({ path: path === home ? "" : path, updatedAt: record.updatedAt });
      size += path.length + pageSize;
    });
    return { value, size };
  });
}

/** The pages of each file of a sitemap. */
export function splitPages(pages: readonly SitemapEntry[]): (readonly SitemapEntry[])[] {
  const count = Math.ceil(pages.length / pagesPerFile);
  return Array.from({ length: count }, (_, i) => pages.slice(i * pagesPerFile, (i + 1) * pagesPerFile));
}

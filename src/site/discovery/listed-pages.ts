import { type Content, hasText, rootOf } from "../../content/index.ts";
import { type PageBranch, readTree } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Claims, isMet } from "../../publishing/index.ts";
import { isIndexable } from "../page/index.ts";

/**
 * Calls `visit` with every page that has text of its own and is listed: neither it nor a page above it is hidden or must
 * not be indexed. With claims, their conditions must be met too. In the order of the table of contents.
 */
export async function visitListedPages(
  content: Content,
  claims: Claims | undefined,
  visit: (page: PageBranch) => void,
): Promise<void> {
  const yielder = new EventLoopYielder();
  // From the last to the first, since the next one is taken from the end.
  const pending = (await readTree(content)).toReversed();
  for (let branch = pending.pop(); branch !== undefined; branch = pending.pop()) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const { record, children } = branch;
    if (!isIndexable([record])) continue;
    if (claims !== undefined && !isMet(record.condition, claims)) continue;
    if (await isShown(content, branch)) visit(branch);
    for (const child of children.toReversed()) pending.push(child);
  }
}

/** Whether a page is shown at its path. Groups, links and empty pages with subpages lead to another page. */
async function isShown({ nodes }: Content, { record, children }: PageBranch): Promise<boolean> {
  if (record.type !== "document") return false;
  return children.length === 0 || hasText(nodes, record.document);
}

/** Conditions hide some of them from a visitor, so more are kept than a feed has. */
const maxRecentPages = 200;

type RecentPage = Pick<PageBranch, "id" | "record" | "path">;

/** The pages that were changed last, the newest first, whatever their conditions are. */
export function findRecentPages(content: Content): Promise<readonly RecentPage[]> {
  return content.nodes.memoize(`recent-pages ${rootOf(content)}`, async () => {
    const byTime = (a: RecentPage, b: RecentPage) => (a.record.updatedAt > b.record.updatedAt ? -1 : 1);
    let recent: RecentPage[] = [];
    await visitListedPages(content, undefined, ({ id, record, path }) => {
      recent.push({ id, record, path });
      if (recent.length === 2 * maxRecentPages) recent = recent.sort(byTime).slice(0, maxRecentPages);
    });
    return { value: recent.sort(byTime).slice(0, maxRecentPages), size: recent.length * 1_000 };
  });
}

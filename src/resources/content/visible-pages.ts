import type { Content } from "../../content/content.ts";
import {
  ancestorsOf,
  childAt,
  childRanks,
  findPage,
  type PageBranch,
} from "../../content/pages/read-pages.ts";
import type { PageRecord } from "../../content/records.ts";
import { type Claims, isMet } from "../../publishing/conditions.ts";

/** The pages whose conditions a visitor meets, and those below them. To all others than visitors, every page. */
export function visibleBranches(
  branches: readonly PageBranch[],
  claims: Claims | undefined,
): readonly PageBranch[] {
  if (claims === undefined) return branches;
  return branches
    .filter(({ record }) => isMet(record.condition, claims))
    .map((branch) => ({ ...branch, children: visibleBranches(branch.children, claims) }));
}

/** The same of one page with all that is below it; undefined where it cannot be seen. */
export async function visibleBranch(
  content: Content,
  branch: PageBranch,
  claims: Claims | undefined,
): Promise<PageBranch | undefined> {
  if (!(await isVisible(content, branch.record, claims))) return undefined;
  return { ...branch, children: visibleBranches(branch.children, claims) };
}

/** The first page with a document, in the order of the table of contents. */
export async function findFirstPage(
  content: Content,
  claims: Claims,
  parent = "",
): Promise<string | undefined> {
  const [first, end] = await childRanks(content, parent);
  for (let rank = first; rank < end; rank++) {
    const id = await childAt(content, rank);
    const page = id === undefined ? undefined : await findPage(content, id);
    if (id === undefined || page === undefined || page.hidden || !isMet(page.condition, claims)) continue;
    if (page.type === "document") return id;
    const inside = page.type === "group" ? await findFirstPage(content, claims, id) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Whether a visitor meets the conditions of a page and of all above it. */
export async function isVisible(
  content: Content,
  page: PageRecord,
  claims: Claims | undefined,
): Promise<boolean> {
  if (claims === undefined) return true;
  const above = await ancestorsOf(content, page);
  return [page, ...above.values()].every(({ condition }) => isMet(condition, claims));
}

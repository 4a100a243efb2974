import type { Content, PageRecord } from "../../content/index.ts";
import { ancestorsOf, type PageBranch } from "../../content/pages/index.ts";
import { type Claims, isMet } from "../../publishing/index.ts";

/** The pages whose conditions a visitor meets, and those below them. To all others than visitors, every page. */
export function visibleBranches(
  branches: readonly PageBranch[],
  claims: Claims | undefined,
): readonly PageBranch[] {
  if (claims === undefined) return branches;
  return branches
    .filter(({ record }) => isMet(record.condition, claims))
    .map((branch) => withoutCondition(branch, claims));
}

/** The same of one page with all that is below it; undefined where it cannot be seen. */
export async function visibleBranch(
  content: Content,
  branch: PageBranch,
  claims: Claims | undefined,
): Promise<PageBranch | undefined> {
  if (!(await isVisible(content, branch.record, claims))) return undefined;
  return claims === undefined ? branch : withoutCondition(branch, claims);
}

/** Visitors need not know what would let others see more. */
function withoutCondition(branch: PageBranch, claims: Claims): PageBranch {
  const { condition, ...record } = branch.record;
  return { ...branch, record, children: visibleBranches(branch.children, claims) };
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

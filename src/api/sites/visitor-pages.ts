import { type Static, Type } from "@sinclair/typebox";
import { type Content, rootOf } from "../../content/index.ts";
import { type PageBranch, readTree } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Claims, isMet } from "../../publishing/index.ts";

const maxConditionalPages = 500;

export const VisitorPages = Type.Object(
  {
    pages: Type.Integer({ description: "The number of all pages." }),
    visible: Type.Integer({ description: "The number of pages that the visitor sees." }),
    conditional: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        path: Type.String(),
        condition: Type.String(),
        visible: Type.Boolean(),
      }),
      { description: `The first ${maxConditionalPages} pages that have a condition.` },
    ),
  },
  { title: "VisitorPages" },
);

/** A page with a condition and the pages below it, without those that are below another such page. */
interface PageGroup {
  readonly parent: PageGroup | undefined;
  readonly condition: string | undefined;
  /** Absent if the page is not listed. */
  readonly page?: { readonly id: string; readonly title: string; readonly path: string };
  pages: number;
}

/** The estimated memory of a group, and of the page of a listed one, in bytes. */
const [groupSize, pageSize] = [150, 500];

/** Counts the pages that a visitor sees, by groups of pages with the same conditions. */
export async function countVisiblePages(
  content: Content,
  claims: Claims,
): Promise<Static<typeof VisitorPages>> {
  const result: Static<typeof VisitorPages> = { pages: 0, visible: 0, conditional: [] };
  const visibleGroups = new Set<PageGroup | undefined>([undefined]);
  const yielder = new EventLoopYielder();
  for (const group of await readGroups(content)) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const { parent, condition, page, pages } = group;
    const visible = visibleGroups.has(parent) && isMet(condition, claims);
    if (visible) visibleGroups.add(group);
    result.pages += pages;
    if (visible) result.visible += pages;
    if (page !== undefined && condition !== undefined)
      result.conditional.push({ ...page, condition, visible });
  }
  return result;
}

/** The groups of a content in the order of its pages. They are cached by its root. */
function readGroups(content: Content): Promise<readonly PageGroup[]> {
  return content.nodes.memoize(`page-groups ${rootOf(content)}`, async () => {
    const tree = await readTree(content);
    const yielder = new EventLoopYielder();
    const outermost: PageGroup = { parent: undefined, condition: undefined, pages: 0 };
    const groups = [outermost];
    const pending: { branch: PageBranch; around: PageGroup }[] = [];
    const add = (branches: readonly PageBranch[], around: PageGroup) => {
      for (const branch of branches.toReversed()) pending.push({ branch, around });
    };
    add(tree, outermost);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (yielder.isDue) await yielder.yieldIfDue();
      const { branch, around } = next;
      const { id, record, path, children } = branch;
      const { title, condition } = record;
      let group = around;
      if (condition !== undefined) {
        const isListed = groups.length <= maxConditionalPages;
        group = { parent: around, condition, ...(isListed && { page: { id, title, path } }), pages: 0 };
        groups.push(group);
      }
      group.pages++;
      add(children, group);
    }
    return {
      value: groups,
      size: groupSize * groups.length + pageSize * Math.min(groups.length, maxConditionalPages),
    };
  });
}

import { findHomePage, hasChildren } from "../../content/pages/index.ts";
import { findPageSegments, isMet } from "../../publishing/index.ts";
import type { SitePage } from "./site-page.ts";

/** The segments of the first page below a group, or below a page without a document; undefined if the page is shown itself. */
export async function findFirstPage(page: SitePage): Promise<string[] | undefined> {
  const { record, pageId, space, visit } = page;
  const { content } = space;
  if (record.type === "document" && (record.document !== undefined || !(await hasChildren(content, pageId))))
    return undefined;
  const isVisible = (other: { hidden?: boolean; condition?: string }) =>
    !other.hidden && isMet(other.condition, visit.visitor.claims);
  const first = await findHomePage(content, isVisible, pageId);
  return first === undefined ? undefined : findPageSegments(page.view, page, first);
}

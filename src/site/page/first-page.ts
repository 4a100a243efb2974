import { type Content, hasText, type PageRecord } from "../../content/index.ts";
import { hasChildren } from "../../content/pages/index.ts";
import { type Claims, findFirstVisible, findPageSegments } from "../../publishing/index.ts";
import type { SitePage } from "./site-page.ts";

/** Whether a page has subpages, but no text. */
export async function isEmptyParent(content: Content, id: string, record: PageRecord): Promise<boolean> {
  // Most pages have no subpages, so their documents are not read.
  if (record.type !== "document" || !(await hasChildren(content, id))) return false;
  return !(await hasText(content.nodes, record.document));
}

/** The first page below a group, or below an empty page, that the visitor sees; undefined if the page is shown itself. */
export async function findFirstBelow(
  content: Content,
  id: string,
  record: PageRecord,
  claims: Claims,
): Promise<string | undefined> {
  if (record.type === "document" && !(await isEmptyParent(content, id, record))) return undefined;
  return findFirstVisible(content, claims, id);
}

/** The segments of the first page below a group, or below an empty page; undefined if the page is shown itself. */
export async function findFirstPage(page: SitePage): Promise<string[] | undefined> {
  const { record, pageId, space, visit } = page;
  const first = await findFirstBelow(space.content, pageId, record, visit.visitor.claims);
  return first === undefined ? undefined : findPageSegments(page.view, page, first);
}

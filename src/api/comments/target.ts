import { type Document, findNode, nodeText } from "../../content/document/index.ts";
import { type Nodes, openContent, readBlocks } from "../../content/index.ts";
import { findPage, type LocatedPage, locatePages } from "../../content/pages/index.ts";
import { badInput, notFound, requireFound } from "../../platform/index.ts";
import type { CommentTable } from "../../storage/database/index.ts";
import { openNodes } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import type { OnCommentable } from "./access.ts";
import type { Comment, CommentCreate } from "./schema.ts";

type Target = Comment["target"];
type ShownPage = NonNullable<Target["page"]>;

/** The page, block and cell that a comment is about, as its author saw them. They are presented when they are gone. */
export interface StoredTarget extends Pick<Target, "node" | "tableCell"> {
  readonly page?: Omit<ShownPage, "outdated">;
  /** Whether the change request adds the page: the primary content did not have it. */
  readonly isAdded?: true;
}

const previewLength = 100;

/** Reads the target of a new comment, which must exist. */
export async function findTarget(
  context: Context,
  { space, commentable }: OnCommentable,
  { page: pageId, node, tableCell }: CommentCreate,
): Promise<StoredTarget> {
  if (tableCell !== undefined && node === undefined)
    throw badInput("node", "is required where there is a tableCell");
  if (node !== undefined && pageId === undefined) throw badInput("page", "is required where there is a node");
  if (pageId === undefined) return {};
  const content = openContent(openNodes(context, space.repository_id), commentable.root);
  const found = requireFound((await locatePages(content, [pageId])).get(pageId), "page: Page");
  const isAdded = commentable.root !== space.root && !(await hasPage(content.nodes, space.root, pageId));
  const page = { page: pageOf(pageId, found), ...(isAdded && { isAdded }) };
  if (node === undefined) return page;
  const document = await readBlocks(content.nodes, found.record.document);
  return { ...page, ...findNodeTarget(document, node, tableCell) };
}

async function hasPage(nodes: Nodes, root: string, pageId: string): Promise<boolean> {
  return (await findPage(openContent(nodes, root), pageId)) !== undefined;
}

function findNodeTarget(document: Document, key: string, tableCell: CommentCreate["tableCell"]) {
  const found = requireFound(findNode(document, key), "node: Block of the page");
  const preview = Array.from(nodeText(found).slice(0, 2 * previewLength))
    .slice(0, previewLength)
    .join("");
  const node = { id: key, ...(preview !== "" && { preview }) };
  if (tableCell === undefined) return { node };
  const isCell =
    found.object === "block" &&
    found.type === "table" &&
    Object.hasOwn(found.data.definition, tableCell.definition) &&
    Object.hasOwn(found.data.records, tableCell.record);
  if (!isCell) throw notFound("tableCell: Cell of the table");
  return { node, tableCell };
}

export async function presentTargets(
  context: Context,
  { space, commentable }: OnCommentable,
  rows: readonly CommentTable[],
): Promise<(row: CommentTable) => Target> {
  const ids = [...new Set(rows.flatMap(({ page_id }) => page_id ?? []))];
  const nodes = openNodes(context, space.repository_id);
  const locate = async (root: string) =>
    ids.length === 0 ? new Map<string, LocatedPage>() : locatePages(openContent(nodes, root), ids);
  const primary = await locate(space.root);
  const isPending = commentable.changeRequest !== undefined && commentable.changeRequest.status !== "merged";
  const own = isPending ? await locate(commentable.root) : primary;
  return (row) => {
    const { page, isAdded = false, ...others } = JSON.parse(row.target) as StoredTarget;
    const id = row.page_id ?? "";
    const now = own.get(id) ?? primary.get(id);
    const shown = now === undefined ? page : pageOf(id, now);
    const isPendingPage = isAdded && isPending && own.has(id);
    return {
      space: space.id,
      changeRequest: commentable.changeRequest?.id,
      review: row.review_id ?? undefined,
      revision: row.revision_id,
      page: shown && { ...shown, outdated: !primary.has(id) && !isPendingPage },
      ...others,
    };
  };
}

function pageOf(id: string, { record, path }: LocatedPage): Omit<ShownPage, "outdated"> {
  const { title, emoji, icon, createdAt, updatedAt } = record;
  return { id, title, path, createdAt, updatedAt, ...(emoji && { emoji }), ...(icon && { icon }) };
}

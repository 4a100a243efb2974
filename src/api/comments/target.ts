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
type PresentedPage = NonNullable<Target["page"]>;

/** The page, block and cell that a comment is about, as its author saw them. They are presented after they are deleted. */
export interface StoredTarget extends Pick<Target, "node" | "tableCell" | "quote"> {
  readonly page?: Omit<PresentedPage, "outdated">;
  /** Whether the change request adds the page, so that the primary content did not have it. */
  readonly isAdded?: true;
  /** The words that the comment proposes for the quoted ones. */
  readonly suggestion?: string;
}

const previewLength = 100;

/** Reads the target of a new comment, which must exist. */
export async function findTarget(
  context: Context,
  { space, commentable }: OnCommentable,
  { page: pageId, node, tableCell, quote, suggestion }: CommentCreate,
): Promise<StoredTarget> {
  if (suggestion !== undefined && quote === undefined) throw badInput("quote", "is required with suggestion");
  if (quote !== undefined && node === undefined) throw badInput("node", "is required with quote");
  if (tableCell !== undefined && node === undefined) throw badInput("node", "is required with tableCell");
  if (node !== undefined && pageId === undefined) throw badInput("page", "is required with node");
  if (pageId === undefined) return {};
  const content = openContent(openNodes(context, space.repository_id), commentable.root);
  const located = requireFound((await locatePages(content, [pageId])).get(pageId), "page: Page");
  const isAdded = commentable.root !== space.root && !(await hasPage(content.nodes, space.root, pageId));
  const page = { page: presentPage(pageId, located), ...(isAdded && { isAdded }) };
  if (node === undefined) return page;
  const document = await readBlocks(content.nodes, located.record.document);
  const words = { ...(quote && { quote }), ...(suggestion !== undefined && { suggestion }) };
  return { ...page, ...findNodeTarget(document, node, tableCell), ...words };
}

async function hasPage(nodes: Nodes, root: string, pageId: string): Promise<boolean> {
  return (await findPage(openContent(nodes, root), pageId)) !== undefined;
}

function findNodeTarget(document: Document, key: string, tableCell: CommentCreate["tableCell"]) {
  const block = requireFound(findNode(document, key), "node: Block of the page");
  const preview = Array.from(nodeText(block).slice(0, 2 * previewLength))
    .slice(0, previewLength)
    .join("");
  const node = { id: key, ...(preview !== "" && { preview }) };
  if (tableCell === undefined) return { node };
  const isCell =
    block.object === "block" &&
    block.type === "table" &&
    Object.hasOwn(block.data.definition, tableCell.definition) &&
    Object.hasOwn(block.data.records, tableCell.record);
  if (!isCell) throw notFound("tableCell: Cell of the table");
  return { node, tableCell };
}

type TargetRow = Pick<CommentTable, "page_id" | "target" | "revision_id"> & {
  readonly review_id?: string | null;
  /** The review that the comment was sent with. */
  readonly sent_with?: string | null;
};

/** Loads the pages that comments are about, and returns a function that presents the target of a comment. */
export async function loadTargetPresenter(
  context: Context,
  { space, commentable }: OnCommentable,
  rows: readonly TargetRow[],
): Promise<(row: TargetRow) => Target> {
  const ids = [...new Set(rows.flatMap(({ page_id }) => page_id ?? []))];
  const nodes = openNodes(context, space.repository_id);
  const locate = async (root: string) =>
    ids.length === 0 ? new Map<string, LocatedPage>() : locatePages(openContent(nodes, root), ids);
  const primaryPages = await locate(space.root);
  const isPending = commentable.changeRequest !== undefined && commentable.changeRequest.status !== "merged";
  const currentPages = isPending ? await locate(commentable.root) : primaryPages;
  return (row) => {
    const { page, isAdded = false, suggestion: _, ...others } = JSON.parse(row.target) as StoredTarget;
    const id = row.page_id ?? "";
    const location = currentPages.get(id) ?? primaryPages.get(id);
    const presented = location === undefined ? page : presentPage(id, location);
    const isPendingPage = isAdded && isPending && currentPages.has(id);
    return {
      space: space.id,
      changeRequest: commentable.changeRequest?.id,
      review: row.review_id ?? row.sent_with ?? undefined,
      revision: row.revision_id,
      page: presented && { ...presented, outdated: !primaryPages.has(id) && !isPendingPage },
      ...others,
    };
  };
}

function presentPage(id: string, { record, path }: LocatedPage): Omit<PresentedPage, "outdated"> {
  const { title, emoji, icon, createdAt, updatedAt } = record;
  return { id, title, path, createdAt, updatedAt, ...(emoji && { emoji }), ...(icon && { icon }) };
}

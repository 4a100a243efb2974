import { openContent } from "../../content/content.ts";
import type { Document, Json } from "../../content/document/model.ts";
import { readBlocks } from "../../content/documents.ts";
import { locatePages } from "../../content/pages/read-pages.ts";
import type { PageRecord } from "../../content/records.ts";
import type { Context } from "../../context.ts";
import type { CommentTable } from "../../database/tables.ts";
import { badInput, notFound } from "../../errors.ts";
import { openNodes } from "../../repositories/nodes.ts";
import type { OnPlace } from "./access.ts";
import type { Comment, CommentCreate } from "./schema.ts";

type Target = Comment["target"];
type ShownPage = NonNullable<Target["page"]>;

/** What a comment is about, as its author saw it: so it can be shown when it is no longer there. */
export interface WrittenTarget extends Pick<Target, "node" | "tableCell"> {
  readonly page?: Omit<ShownPage, "outdated">;
}

/** How many characters are shown of a block. */
const previewLength = 100;

/** What a new comment is about. It must be there. */
export async function findTarget(
  context: Context,
  { space, place }: OnPlace,
  { page: pageId, node, tableCell }: CommentCreate,
): Promise<WrittenTarget> {
  if (pageId === undefined) {
    if (node !== undefined) throw badInput("page", "is required where there is a node");
    if (tableCell !== undefined) throw badInput("node", "is required where there is a tableCell");
    return {};
  }
  const content = openContent(openNodes(context, space.repository_id), place.root);
  const found = (await locatePages(content, [pageId])).get(pageId);
  if (found === undefined) throw notFound("page: Page");
  const page = pageOf(pageId, found);
  if (node === undefined) {
    if (tableCell !== undefined) throw badInput("node", "is required where there is a tableCell");
    return { page };
  }
  const document = await readBlocks(content.nodes, found.record.document);
  return { page, ...(await findNodeTarget(document, node, tableCell)) };
}

async function findNodeTarget(
  document: Document,
  key: string,
  tableCell: CommentCreate["tableCell"],
): Promise<WrittenTarget> {
  const { findNode, wordsOf } = await import("../../content/document/find-node.ts");
  const found = findNode(document, key);
  if (found === undefined) throw notFound("node: Block of the page");
  const preview = Array.from(wordsOf(found)).slice(0, previewLength).join("");
  const node = { id: key, ...(preview !== "" && { preview }) };
  if (tableCell === undefined) return { node };
  const { definition, records } = "data" in found ? found.data : {};
  if (!has(definition, tableCell.definition) || !has(records, tableCell.record))
    throw notFound("tableCell: Cell of the table");
  return { node, tableCell };
}

function has(object: Json | undefined, key: string): boolean {
  return typeof object === "object" && object !== null && Object.hasOwn(object, key);
}

/** What these comments are about, as it is now. */
export async function showTargets(
  context: Context,
  { space, place }: OnPlace,
  rows: readonly CommentTable[],
): Promise<(row: CommentTable) => Target> {
  const ids = [...new Set(rows.flatMap(({ page_id }) => page_id ?? []))];
  const nodes = openNodes(context, space.repository_id);
  const locate = (root: string, wanted: readonly string[]) =>
    wanted.length === 0 ? new Map<string, Located>() : locatePages(openContent(nodes, root), wanted);
  const primary = await locate(space.root, ids);
  // What a change request will bring is no more in its content alone once it is merged.
  const pending = place.changeRequest?.status === "merged" ? undefined : place.changeRequest;
  const own = pending === undefined ? primary : await locate(pending.root, ids);
  const absent = ids.filter((id) => own.has(id) && !primary.has(id));
  const before = pending === undefined ? primary : await locate(pending.base_root, absent);
  // Gone is what was in the primary content, not what a change request is about to add to it.
  const isGone = (id: string) => !primary.has(id) && (!own.has(id) || before.has(id));
  return (row) => {
    const { page, ...others } = JSON.parse(row.target) as WrittenTarget;
    const now = row.page_id === null ? undefined : (own.get(row.page_id) ?? primary.get(row.page_id));
    const shown = now === undefined || row.page_id === null ? page : pageOf(row.page_id, now);
    return {
      space: space.id,
      changeRequest: place.changeRequest?.id,
      review: row.review_id ?? undefined,
      revision: row.revision_id,
      page: shown && { ...shown, outdated: isGone(shown.id) },
      ...others,
    };
  };
}

interface Located {
  readonly record: PageRecord;
  readonly path: string;
}

function pageOf(id: string, { record, path }: Located): Omit<ShownPage, "outdated"> {
  const { title, emoji, icon, createdAt, updatedAt } = record;
  return { id, title, path, createdAt, updatedAt, ...(emoji && { emoji }), ...(icon && { icon }) };
}

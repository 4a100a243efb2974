import { sql } from "kysely";
import { openContent } from "../../content/index.ts";
import { locatePages } from "../../content/pages/index.ts";
import { likePattern } from "../../platform/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { openNodes, parentsOf } from "../../storage/repositories/index.ts";
import { type Call, type Context, type ListCall, readList } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { onUserId, presentOptionalUser, userColumns } from "../users/index.ts";

/** The deletions of pages that the primary content does not have again. The condition is that of the index. */
function matchDeleted(db: Reader, spaceId: string, search: string) {
  const query = db
    .selectFrom("page_changes as gone")
    .where("gone.space_id", "=", spaceId)
    .where("gone.change", "=", sql.lit("deleted" as const))
    // Any time: without this condition, SQLite would count by the primary key, among all changes of the space.
    .where("gone.created_at", ">", "")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("history_entries as entry")
          .whereRef("entry.space_id", "=", "gone.space_id")
          .whereRef("entry.revision_id", "=", "gone.revision_id")
          .select("entry.revision_id"),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("page_changes as later")
            .innerJoin("history_entries as saved", (join) =>
              join
                .onRef("saved.space_id", "=", "later.space_id")
                .onRef("saved.revision_id", "=", "later.revision_id"),
            )
            .whereRef("later.space_id", "=", "gone.space_id")
            .whereRef("later.page_id", "=", "gone.page_id")
            .where(sql<boolean>`(later.created_at, later.revision_id) > (gone.created_at, gone.revision_id)`)
            .select("later.page_id"),
        ),
      ),
    );
  return search === ""
    ? query.where("gone.deleted_with", "is", null)
    : query.where(sql<boolean>`gone.search_text like ${likePattern(search)} escape '\\'`);
}

type DeletedCall = ListCall & Call<unknown, { search?: string }> & { readonly space: SpaceRow };

/** Lists the deleted pages of a space, the latest first. Pages that were deleted with another one are only found by a search. */
export function listDeletedPages(call: DeletedCall) {
  const { context, space, query } = call;
  return readList(call, {
    matching: matchDeleted(context.database.read, space.id, query.search?.trim() ?? ""),
    select: (found) =>
      found
        .innerJoin("revisions", (join) =>
          join
            .onRef("revisions.space_id", "=", "gone.space_id")
            .onRef("revisions.id", "=", "gone.revision_id"),
        )
        .leftJoin("users as author", onUserId("author", "revisions.created_by"))
        .select(["gone.page_id", "gone.title", "gone.created_at", "gone.revision_id", "revisions.parents"])
        .select(userColumns("author")),
    keys: ["gone.created_at", "gone.revision_id", "gone.page_id"],
    order: "desc",
    present: async (rows) => {
      const below = await countBelow(context.database.read, space.id, rows);
      const paths = await findPaths(context, space, rows);
      return rows.map((row) => {
        const [revision = ""] = parentsOf(row);
        const path = paths.get(keyOf(row));
        const author = presentOptionalUser(row, "author", context.urls);
        return {
          object: "deleted-page" as const,
          id: row.page_id,
          title: row.title,
          ...(path !== undefined && { path }),
          pages: below.get(keyOf(row)) ?? 0,
          revision,
          deletedIn: row.revision_id,
          deletedAt: row.created_at,
          ...(author && { deletedBy: author }),
          urls: { app: context.urls.app(`/spaces/${space.id}/revisions/${revision}/pages/${row.page_id}`) },
        };
      });
    },
  });
}

interface Deletion {
  readonly page_id: string;
  readonly revision_id: string;
  readonly parents: string;
}

function keyOf({ page_id, revision_id }: Pick<Deletion, "page_id" | "revision_id">): string {
  return `${revision_id} ${page_id}`;
}

/** The numbers of pages that were deleted with pages, below them. */
async function countBelow(db: Reader, spaceId: string, rows: readonly Deletion[]) {
  const counts = await inBatches([...new Set(rows.map(({ revision_id }) => revision_id))], (batch) =>
    db
      .selectFrom("page_changes")
      .where("space_id", "=", spaceId)
      .where("revision_id", "in", batch)
      .where("deleted_with", "is not", null)
      .groupBy(["revision_id", "deleted_with"])
      .select(["revision_id", "deleted_with", sql<number>`count(*)`.as("count")])
      .execute(),
  );
  return new Map(
    counts.map(({ revision_id, deleted_with, count }) => [
      keyOf({ revision_id, page_id: deleted_with ?? "" }),
      Number(count),
    ]),
  );
}

/** The paths that deleted pages had. */
async function findPaths(context: Context, space: SpaceRow, rows: readonly Deletion[]) {
  const nodes = openNodes(context, space.repository_id);
  const parents = rows.flatMap((row) => parentsOf(row)[0] ?? []);
  const revisions = await inBatches([...new Set(parents)], (batch) =>
    context.database.read
      .selectFrom("revisions")
      .where("space_id", "=", space.id)
      .where("id", "in", batch)
      .select(["id", "root"])
      .execute(),
  );
  const paths = new Map<string, string>();
  const byRevision = Map.groupBy(rows, (row) => parentsOf(row)[0]);
  for (const { id, root } of revisions) {
    const deleted = byRevision.get(id) ?? [];
    const pages = await locatePages(
      openContent(nodes, root),
      deleted.map(({ page_id }) => page_id),
    );
    for (const row of deleted) {
      const page = pages.get(row.page_id);
      if (page !== undefined && page.record.type !== "link") paths.set(keyOf(row), page.path);
    }
  }
  return paths;
}

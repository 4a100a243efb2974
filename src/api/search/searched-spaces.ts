import { type SelectQueryBuilder, sql } from "kysely";
import { emptyRoot } from "../../content/index.ts";
import type { SearchedSpace } from "../../search/index.ts";
import type { Flag, Tables } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";

/** What has just been written is found at once, where no more spaces than these are behind. */
const mostBehind = 5;

/** Spaces as the index knows them. Those that a job has yet to see to are seen to here, where that does not take long. */
export async function findSearched(
  context: Context,
  spaces: SelectQueryBuilder<Tables, "contents", object>,
): Promise<SearchedSpace[]> {
  const found = await readIndexed(spaces);
  const behind = found.filter(({ is_behind }) => is_behind === 1);
  if (behind.length === 0 || behind.length > mostBehind) return found.flatMap(known);
  const { indexQuickly } = await import("../../search/index-space.ts");
  await Promise.all(
    behind.map(({ id }) =>
      // What cannot be indexed must not keep anybody from finding all else; the job will tell why.
      indexQuickly(context, id).catch((error) =>
        context.log.warn({ err: error, space: id }, "a space could not be indexed for a search"),
      ),
    ),
  );
  return (await readIndexed(spaces)).flatMap(known);
}

function readIndexed(spaces: SelectQueryBuilder<Tables, "contents", object>) {
  return spaces
    .innerJoin("spaces", "spaces.id", "contents.id")
    .leftJoin("search_spaces", "search_spaces.space_id", "contents.id")
    .select([
      "contents.id",
      "search_spaces.number",
      "search_spaces.languages",
      sql<Flag>`case when coalesce(search_spaces.root, ${emptyRoot}) = spaces.root then 0 else 1 end`.as(
        "is_behind",
      ),
    ])
    .execute();
}

function known({ id, number, languages }: Awaited<ReturnType<typeof readIndexed>>[number]): SearchedSpace[] {
  return number === null ? [] : [{ id, number, languages: languages ?? "" }];
}

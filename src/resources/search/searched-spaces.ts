import type { SelectQueryBuilder } from "kysely";
import { emptyRoot } from "../../content/content.ts";
import type { Context } from "../../context.ts";
import type { Tables } from "../../database/tables.ts";
import type { SearchedSpace } from "../../search/search.ts";

/** What has just been written is found at once, where so many spaces are behind and no more is to be done for each. */
const mostBehind = 5;
const most = { pages: 100, milliseconds: 300 };

/** Spaces as the index knows them. Those that a job has yet to see to are seen to here, where that does not take long. */
export async function findSearched(
  context: Context,
  spaces: SelectQueryBuilder<Tables, "contents", object>,
): Promise<SearchedSpace[]> {
  const found = await readIndexed(spaces);
  const behind = found.filter(({ indexed, root }) => (indexed ?? emptyRoot) !== root).map(({ id }) => id);
  if (behind.length === 0 || behind.length > mostBehind) return found.flatMap(known);
  const { indexQuickly } = await import("../../search/index-space.ts");
  for (const id of behind) {
    // What cannot be indexed must not keep anybody from finding all else; the job will tell why.
    await indexQuickly(context, id, most).catch((error) =>
      context.log.warn({ err: error, space: id }, "a space could not be indexed for a search"),
    );
  }
  return (await readIndexed(spaces)).flatMap(known);
}

function readIndexed(spaces: SelectQueryBuilder<Tables, "contents", object>) {
  return spaces
    .innerJoin("spaces", "spaces.id", "contents.id")
    .leftJoin("search_spaces", "search_spaces.space_id", "contents.id")
    .select([
      "contents.id",
      "spaces.root",
      "search_spaces.root as indexed",
      "search_spaces.unfinished",
      "search_spaces.number",
      "search_spaces.languages",
    ])
    .execute();
}

function known({
  id,
  number,
  languages,
  indexed,
  unfinished,
}: Awaited<ReturnType<typeof readIndexed>>[number]): SearchedSpace[] {
  if (number === null) return [];
  const roots = indexed === null ? undefined : [indexed, ...(unfinished ? unfinished.split("\n") : [])];
  return [{ id, number, languages: languages ?? "", roots }];
}

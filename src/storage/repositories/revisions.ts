import { sql } from "kysely";
import type { Reader, RevisionTable, RevisionType, Writer } from "../database/index.ts";

interface NewRevision {
  readonly id: string;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly parents: readonly string[];
  readonly root: string;
  readonly type: RevisionType;
  readonly createdBy: string;
}

export async function insertRevision(trx: Writer, revision: NewRevision, now: string): Promise<void> {
  await trx
    .insertInto("revisions")
    .values({
      id: revision.id,
      organization_id: revision.organizationId,
      space_id: revision.spaceId,
      parents: revision.parents.join(","),
      root: revision.root,
      type: revision.type,
      created_by: revision.createdBy,
      created_at: now,
    })
    .execute();
}

export function findRevision(
  db: Reader,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
  revisionId: string,
): Promise<RevisionTable | undefined> {
  return db
    .selectFrom("revisions")
    .where("organization_id", "=", organizationId)
    .where("space_id", "=", spaceId)
    .where("id", "=", revisionId)
    .selectAll()
    .executeTakeFirst();
}

export function parentsOf({ parents }: Pick<RevisionTable, "parents">): string[] {
  return parents === "" ? [] : parents.split(",");
}

type RevisionInLine = Pick<RevisionTable, "id" | "root" | "type" | "created_by" | "created_at">;

/** The length of an id, as `newId` creates them. */
const idLength = 22;

/** Reads a revision and its predecessors: the first parent of each, up to a number of revisions, the newest first. */
export async function readLine(
  db: Reader,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
  revisionId: string,
  limit: number,
): Promise<RevisionInLine[]> {
  const { rows } = await sql<RevisionInLine>`
    with recursive line (id, parents, root, type, created_by, created_at, depth) as (
      select id, parents, root, type, created_by, created_at, 1 from revisions
        where organization_id = ${organizationId} and space_id = ${spaceId} and id = ${revisionId}
      union all
      select r.id, r.parents, r.root, r.type, r.created_by, r.created_at, line.depth + 1 from line
        join revisions r on r.space_id = ${spaceId} and r.id = substr(line.parents, 1, ${sql.lit(idLength)})
        where line.depth < ${sql.lit(limit)}
    )
    select id, root, type, created_by, created_at from line order by depth`.execute(db);
  return rows;
}

/**
 * Whether a revision is an ancestor of another one. Revisions of before `since` are not searched. The space is a column: if it were a
 * constant, SQLite would read all revisions of the space for each one.
 */
export async function isAncestor(
  db: Reader,
  spaceId: string,
  { ancestor, descendant, since }: { ancestor: string; descendant: string; since: string },
): Promise<boolean> {
  const parent = (index: number) =>
    sql`substr(a.parents, ${sql.lit(1 + index * (idLength + 1))}, ${sql.lit(idLength)})`;
  const { rows } = await sql`
    with recursive ancestors (space_id, id, parents) as (
      select space_id, id, parents from revisions where space_id = ${spaceId} and id = ${descendant}
      union
      select r.space_id, r.id, r.parents from ancestors a
        join revisions r on r.space_id = a.space_id and r.id in (${parent(0)}, ${parent(1)})
        where r.created_at >= ${since}
    )
    select id from ancestors where id = ${ancestor} limit 1`.execute(db);
  return rows.length > 0;
}

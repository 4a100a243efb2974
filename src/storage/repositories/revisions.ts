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

import type { RawBuilder } from "kysely";
import {
  type ChangeRequestTable,
  inBatches,
  prepared,
  type Reader,
  type ScheduledMergeTable,
  type Writer,
} from "../../storage/database/index.ts";
import { type JoinedUser, type OptionalJoinedUser, onUserId, userColumns } from "../users/index.ts";

/** A change request with the users who opened and merged it, and the root of the primary content. */
export type ChangeRequestRow = ChangeRequestTable &
  JoinedUser<"creator"> &
  OptionalJoinedUser<"merger"> & { primary_root: string };

export function fromChangeRequests(db: Reader) {
  return db.selectFrom("change_requests");
}

/** Adds the columns that a presented change request needs. */
export function withPresentedColumns(query: ReturnType<typeof fromChangeRequests>) {
  return query
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .innerJoin("users as creator", onUserId("creator", "change_requests.created_by"))
    .leftJoin("users as merger", onUserId("merger", "change_requests.merged_by"))
    .selectAll("change_requests")
    .select("spaces.root as primary_root")
    .select(userColumns("creator"))
    .select(userColumns("merger"));
}

type Value = string | RawBuilder<string>;

function selectInSpace(db: Reader, organizationId: Value, spaceId: Value) {
  return withPresentedColumns(
    fromChangeRequests(db)
      .where("change_requests.organization_id", "=", organizationId)
      .where("change_requests.space_id", "=", spaceId),
  );
}

type SpaceKeys = { organizationId: string; spaceId: string };
type SpaceRef = { id: string; organization_id: string };

const findById = prepared<SpaceKeys & { id: string }, ChangeRequestRow>((db, value) =>
  selectInSpace(db, value("organizationId"), value("spaceId")).where("change_requests.id", "=", value("id")),
);

const findByNumber = prepared<SpaceKeys & { number: number }, ChangeRequestRow>((db, value) =>
  selectInSpace(db, value("organizationId"), value("spaceId")).where("number", "=", value("number")),
);

/** The largest number that the column can hold on both databases. */
const maxNumber = 2 ** 31 - 1;

/** Finds a change request by its id or its number. No id consists of digits only. */
export async function findChangeRequest(db: Reader, space: SpaceRef, idOrNumber: string) {
  const keys = { organizationId: space.organization_id, spaceId: space.id };
  if (!/^[1-9]\d*$/.test(idOrNumber)) return (await findById(db, { ...keys, id: idOrNumber }))[0];
  const number = Number(idOrNumber);
  return number > maxNumber ? undefined : (await findByNumber(db, { ...keys, number }))[0];
}

/** Finds the change request whose merge created this revision. */
export function findByMergedRevision(db: Reader, space: SpaceRef, revisionId: string) {
  return selectInSpace(db, space.organization_id, space.id)
    .where("change_requests.merged_revision_id", "=", revisionId)
    .executeTakeFirst();
}

/** Finds the change requests whose merges created these revisions, by revision. */
export async function findByMergedRevisions(db: Reader, space: SpaceRef, revisionIds: readonly string[]) {
  const rows = await inBatches(revisionIds, (batch) =>
    selectInSpace(db, space.organization_id, space.id)
      .where("change_requests.merged_revision_id", "in", batch)
      .execute(),
  );
  return new Map(rows.map((row) => [row.merged_revision_id ?? "", row]));
}

/** Records that a user opened a change request (0 edits) or edited it. */
export async function addContribution(
  trx: Writer,
  { id, organization_id }: Pick<ChangeRequestTable, "id" | "organization_id">,
  userId: string,
  edits: number,
  now: string,
): Promise<void> {
  await trx
    .insertInto("change_request_contributors")
    .values({ organization_id, change_request_id: id, user_id: userId, edits, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(["change_request_id", "user_id"]).doUpdateSet((eb) => ({
        edits: eb("change_request_contributors.edits", "+", edits),
        updated_at: now,
      })),
    )
    .execute();
}

export function matchContributors(db: Reader, { id, organization_id }: ChangeRequestTable) {
  return db
    .selectFrom("change_request_contributors as contributors")
    .innerJoin("users", "users.id", "contributors.user_id")
    .where("contributors.organization_id", "=", organization_id)
    .where("contributors.change_request_id", "=", id);
}

export type ScheduleRow = ScheduledMergeTable & JoinedUser<"scheduler">;

/** The schedules of these change requests, with the users who scheduled them. */
export async function findSchedules(
  db: Reader,
  changeRequestIds: readonly string[],
): Promise<Map<string, ScheduleRow>> {
  const rows = await inBatches(changeRequestIds, (batch) =>
    db
      .selectFrom("scheduled_merges as schedule")
      .innerJoin("users as scheduler", onUserId("scheduler", "schedule.scheduled_by"))
      .where("schedule.change_request_id", "in", batch)
      .selectAll("schedule")
      .select(userColumns("scheduler"))
      .execute(),
  );
  return new Map(rows.map((row) => [row.change_request_id, row]));
}

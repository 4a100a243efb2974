import { type ChangeRequestTable, prepared, type Reader, type Writer } from "../../storage/database/index.ts";
import { type JoinedUser, type OptionalJoinedUser, userColumns } from "../users/index.ts";

/** A change request, and what else it shows: who opened and who merged it, and the content that it is held against. */
export type ChangeRequestRow = ChangeRequestTable &
  JoinedUser<"creator"> &
  OptionalJoinedUser<"merger"> & { primary_root: string };

/** To be followed by what narrows it down. */
export function fromChangeRequests(db: Reader) {
  return db.selectFrom("change_requests");
}

/** Adds all that a change request shows. */
export function withPresentedColumns<Found extends ReturnType<typeof fromChangeRequests>>(found: Found) {
  return found
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .innerJoin("users as creator", "creator.id", "change_requests.created_by")
    .leftJoin("users as merger", "merger.id", "change_requests.merged_by")
    .selectAll("change_requests")
    .select("spaces.root as primary_root")
    .select(userColumns("creator"))
    .select(userColumns("merger"));
}

/** The largest number that both databases can look for. */
const largestNumber = 2 ** 31 - 1;

type SpaceColumns = { organizationId: string; spaceId: string };

const findById = prepared<SpaceColumns & { id: string }, ChangeRequestRow>((db, value) =>
  withPresentedColumns(
    fromChangeRequests(db)
      .where("change_requests.organization_id", "=", value("organizationId"))
      .where("change_requests.space_id", "=", value("spaceId"))
      .where("change_requests.id", "=", value("id")),
  ),
);

const findByNumber = prepared<SpaceColumns & { number: number }, ChangeRequestRow>((db, value) =>
  withPresentedColumns(
    fromChangeRequests(db)
      .where("change_requests.organization_id", "=", value("organizationId"))
      .where("change_requests.space_id", "=", value("spaceId"))
      .where("change_requests.number", "=", value("number")),
  ),
);

/** The change request of a space with this id, or with this number; no id is made of digits only. */
export async function findChangeRequest(
  db: Reader,
  space: { id: string; organization_id: string },
  idOrNumber: string,
): Promise<ChangeRequestRow | undefined> {
  const ofSpace = { organizationId: space.organization_id, spaceId: space.id };
  if (!/^[1-9]\d*$/.test(idOrNumber)) return (await findById(db, { ...ofSpace, id: idOrNumber }))[0];
  const number = Number(idOrNumber);
  return number > largestNumber ? undefined : (await findByNumber(db, { ...ofSpace, number }))[0];
}

/** The change request whose merge made this revision. */
export function findByMergedRevision(
  db: Reader,
  space: { id: string; organization_id: string },
  revisionId: string,
): Promise<ChangeRequestRow | undefined> {
  return withPresentedColumns(
    fromChangeRequests(db)
      .where("change_requests.organization_id", "=", space.organization_id)
      .where("change_requests.space_id", "=", space.id)
      .where("change_requests.merged_revision_id", "=", revisionId),
  ).executeTakeFirst();
}

/** Writes down that someone opened a change request (no edits) or edited it. */
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
    .onConflict((known) =>
      known.columns(["change_request_id", "user_id"]).doUpdateSet((eb) => ({
        edits: eb("change_request_contributors.edits", "+", edits),
        updated_at: now,
      })),
    )
    .execute();
}

export function matchContributors(
  db: Reader,
  { id, organization_id }: Pick<ChangeRequestTable, "id" | "organization_id">,
) {
  return db
    .selectFrom("change_request_contributors as contributors")
    .innerJoin("users", "users.id", "contributors.user_id")
    .where("contributors.organization_id", "=", organization_id)
    .where("contributors.change_request_id", "=", id);
}

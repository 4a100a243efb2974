import type { Reader } from "../../database/database.ts";
import type { ChangeRequestTable } from "../../database/tables.ts";
import { type JoinedUser, type MaybeJoinedUser, userColumns } from "../users/joined-users.ts";

/** A change request, and what else it shows: who opened and who merged it, and the content that it is held against. */
export type ChangeRequestRow = ChangeRequestTable &
  JoinedUser<"creator"> &
  MaybeJoinedUser<"merger"> & { primary_root: string };

/** To be followed by what narrows it down. */
export function fromChangeRequests(db: Reader) {
  return db.selectFrom("change_requests").innerJoin("spaces", "spaces.id", "change_requests.space_id");
}

/** Adds all that a change request shows. */
export function withAllShown<Found extends ReturnType<typeof fromChangeRequests>>(found: Found) {
  return found
    .innerJoin("users as creator", "creator.id", "change_requests.created_by")
    .leftJoin("users as merger", "merger.id", "change_requests.merged_by")
    .selectAll("change_requests")
    .select("spaces.root as primary_root")
    .select(userColumns("creator"))
    .select(userColumns("merger"));
}

/** The largest number that both databases can look for. */
const largestNumber = 2 ** 31 - 1;

/** The change request of a space with this id, or with this number; no id is made of digits only. */
export async function findChangeRequest(
  db: Reader,
  space: { id: string; organization_id: string },
  idOrNumber: string,
): Promise<ChangeRequestRow | undefined> {
  const number = /^\d+$/.test(idOrNumber) ? Number(idOrNumber) : undefined;
  if (number !== undefined && number > largestNumber) return undefined;
  const ofSpace = fromChangeRequests(db)
    .where("change_requests.organization_id", "=", space.organization_id)
    .where("change_requests.space_id", "=", space.id);
  return withAllShown(
    number === undefined
      ? ofSpace.where("change_requests.id", "=", idOrNumber)
      : ofSpace.where("change_requests.number", "=", number),
  ).executeTakeFirst();
}

/** The change request whose merge made this revision. */
export function findMergedTo(
  db: Reader,
  space: { id: string; organization_id: string },
  revisionId: string,
): Promise<ChangeRequestRow | undefined> {
  return withAllShown(
    fromChangeRequests(db)
      .where("change_requests.organization_id", "=", space.organization_id)
      .where("change_requests.space_id", "=", space.id)
      .where("change_requests.merged_revision_id", "=", revisionId),
  ).executeTakeFirst();
}

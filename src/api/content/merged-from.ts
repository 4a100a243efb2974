import type { RevisionTable } from "../../storage/database/index.ts";
import { type ChangeRequest, findByMergedRevision, presentChangeRequest } from "../change-requests/index.ts";
import type { Call, Context, ReplyVersion } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { contentVersion, type OnContent, readRevision } from "./access.ts";

/** The change request that a revision merged, if it is a merge. */
export async function readMergedFrom(
  { database, urls }: Context,
  space: SpaceRow,
  { id, type }: Pick<RevisionTable, "id" | "type">,
): Promise<ChangeRequest | undefined> {
  if (type !== "merge") return undefined;
  const row = await findByMergedRevision(database.read, space, id);
  return row && presentChangeRequest(row, urls);
}

/** The version of a reply with `mergedFrom`. The change request changes independently of the revision. */
export async function revisionVersion({
  context,
  space,
  revision,
  claims,
}: Call & OnContent): Promise<ReplyVersion> {
  const content = contentVersion(context, revision.id, claims);
  // Visitors do not see the change request.
  if (claims !== undefined) return content;
  const mergedFrom = await readMergedFrom(context, space, await readRevision(context, space, revision.id));
  return mergedFrom === undefined ? content : { content, details: JSON.stringify(mergedFrom) };
}

import {
  findRevision,
  movePrimaryHead,
  parentsOf,
  readDirectHead,
} from "../../storage/repositories/index.ts";
import {
  addContribution,
  type ChangeRequestHead,
  type ChangeRequestRow,
  changeRequestPath,
  moveChangeRequestHead,
  readChangeRequestHead,
} from "../change-requests/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import type { ContentTarget } from "./change-content.ts";

export function primaryContentTarget(context: Context, space: SpaceRow): ContentTarget {
  const ref = { spaceId: space.id, organizationId: space.organization_id };
  const path = `/spaces/${space.id}/content`;
  return {
    ...ref,
    path,
    readPath: path,
    mutexKey: space.id,
    isolation: "snapshot",
    read: () => readDirectHead(context, ref),
    move: (trx, head, saved) => movePrimaryHead(trx, head, saved, ["live"]),
    revertRoot: async ({ revisionId }) => {
      const current = await findRevision(context.database.read, ref, revisionId);
      const [parent] = current === undefined ? [] : parentsOf(current);
      return parent && (await findRevision(context.database.read, ref, parent))?.root;
    },
  };
}

export function changeRequestContentTarget(
  context: Context,
  changeRequest: ChangeRequestRow,
  userId: string,
  readPath: string,
): ContentTarget<ChangeRequestHead> {
  return {
    spaceId: changeRequest.space_id,
    organizationId: changeRequest.organization_id,
    path: `${changeRequestPath(changeRequest)}/content`,
    readPath,
    mutexKey: changeRequest.id,
    read: () => readChangeRequestHead(context, changeRequest),
    move: async (trx, head, saved) => {
      if (!(await moveChangeRequestHead(trx, head, saved))) return false;
      await addContribution(trx, changeRequest, userId, 1, saved.now);
      return true;
    },
    revertRoot: async ({ baseRoot }) => baseRoot,
  };
}

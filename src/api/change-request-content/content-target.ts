import {
  addContribution,
  type ChangeRequestHead,
  type ChangeRequestRow,
  moveChangeRequestHead,
  pathOf,
  readChangeRequestHead,
} from "../change-requests/index.ts";
import type { ContentTarget } from "../content/index.ts";
import type { Context } from "../http/index.ts";

/** The content of a change request, to be changed by one of its contributors. */
export function contentOf(
  context: Context,
  changeRequest: ChangeRequestRow,
  userId: string,
  readAt: string,
): ContentTarget<ChangeRequestHead> {
  return {
    spaceId: changeRequest.space_id,
    organizationId: changeRequest.organization_id,
    path: `${pathOf(changeRequest)}/content`,
    readAt,
    turn: changeRequest.id,
    read: () => readChangeRequestHead(context, changeRequest),
    move: async (trx, head, saved) => {
      if (!(await moveChangeRequestHead(trx, head, saved))) return false;
      await addContribution(trx, changeRequest, userId, 1, saved.now);
      return true;
    },
    former: async ({ baseRoot }) => baseRoot,
  };
}

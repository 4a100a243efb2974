import {
  findRevision,
  movePrimaryHead,
  parentsOf,
  readDirectHead,
} from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import type { ContentTarget } from "./change-content.ts";

/** The primary content of a space, to be changed directly. */
export function primaryContentOf(context: Context, space: SpaceRow): ContentTarget {
  const ref = { spaceId: space.id, organizationId: space.organization_id };
  const path = `/spaces/${space.id}/content`;
  return {
    ...ref,
    path,
    readAt: path,
    turn: space.id,
    isolation: "snapshot",
    read: () => readDirectHead(context, ref),
    move: (trx, head, saved) => movePrimaryHead(trx, head, saved, ["live"]),
    former: async ({ revisionId }) => {
      const current = await findRevision(context.database.read, ref, revisionId);
      const [parent] = current === undefined ? [] : parentsOf(current);
      return parent && (await findRevision(context.database.read, ref, parent))?.root;
    },
  };
}

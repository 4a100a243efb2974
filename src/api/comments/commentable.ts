import { type ChangeRequestRow, changeRequestPath } from "../change-requests/index.ts";
import type { SpaceRow } from "../spaces/index.ts";

/** Where people comment: a space, or a change request of it. */
export interface Commentable {
  readonly id: string;
  readonly organizationId: string;
  /** Where its counts are kept. */
  readonly table: "spaces" | "change_requests";
  /** Where it is found, below /v1. */
  readonly path: string;
  /** The content that is commented on. */
  readonly revisionId: string;
  readonly root: string;
  /** How many comments there are on it. */
  readonly counts: { readonly open: number; readonly resolved: number };
  readonly changeRequest?: ChangeRequestRow;
}

export function commentableSpace(space: SpaceRow): Commentable {
  return { ...common(space), table: "spaces", path: `/spaces/${space.id}` };
}

export function commentableChangeRequest(changeRequest: ChangeRequestRow): Commentable {
  return {
    ...common(changeRequest),
    table: "change_requests",
    path: changeRequestPath(changeRequest),
    changeRequest,
  };
}

function common(row: SpaceRow | ChangeRequestRow) {
  return {
    id: row.id,
    organizationId: row.organization_id,
    revisionId: row.revision_id,
    root: row.root,
    counts: { open: row.comments, resolved: row.comments_resolved },
  };
}

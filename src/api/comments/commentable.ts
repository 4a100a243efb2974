import { type ChangeRequestRow, changeRequestPath } from "../change-requests/index.ts";
import type { SpaceRow } from "../spaces/index.ts";

/** A space or a change request, as what comments are posted on. */
export interface Commentable {
  readonly id: string;
  readonly organizationId: string;
  /** The table that holds its comment counts. */
  readonly table: "spaces" | "change_requests";
  /** Its path below /v1. */
  readonly path: string;
  /** The revision that is commented on, and its root. */
  readonly revisionId: string;
  readonly root: string;
  /** The number of its comments by status. */
  readonly counts: { readonly open: number; readonly resolved: number };
  readonly changeRequest?: ChangeRequestRow;
}

export function commentableSpace(space: SpaceRow): Commentable {
  return { ...common(space), table: "spaces", path: `/spaces/${space.id}` };
}

export function commentableChangeRequest(changeRequest: ChangeRequestRow): Commentable {
  const path = changeRequestPath(changeRequest);
  return { ...common(changeRequest), table: "change_requests", path, changeRequest };
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

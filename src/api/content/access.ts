import { type Content, openContent } from "../../content/index.ts";
import type { Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import type { Claims } from "../../publishing/index.ts";
import type { RevisionTable } from "../../storage/database/index.ts";
import { findRevision, openNodes, parentsOf } from "../../storage/repositories/index.ts";
import { type ChangeRequestParams, onChangeRequest } from "../change-requests/index.ts";
import type { Access, Context } from "../http/index.ts";
import { onSharedSpace, onSpace, type SpaceRow } from "../spaces/index.ts";

/** The content of a space at one revision. */
export interface OnContent {
  readonly space: SpaceRow;
  readonly revision: { readonly id: string; readonly root: string };
  /** What is known of a visitor of a site: they see only what is meant for them. */
  readonly claims?: Claims;
}

/** The primary content of the space that the path names; also for visitors of a site that shows it. */
export function onPrimaryContent(): Access<OnContent, { spaceId: string }> {
  const { resolve, ...onItsSpace } = onSharedSpace();
  return {
    ...onItsSpace,
    resolve: async (call) => {
      const { space, visitorAccess } = await resolve(call);
      const revision = { id: space.revision_id, root: space.root };
      return { space, revision, ...(visitorAccess && { claims: visitorAccess.claims }) };
    },
  };
}

/** The content of one revision of the space. To visitors, only what was the primary content since they came. */
export function onSharedRevision(): Access<OnContent, { spaceId: string; revisionId: string }> {
  const { resolve, ...onItsSpace } = onSharedSpace();
  return {
    ...onItsSpace,
    resolve: async (call) => {
      const { space, visitorAccess } = await resolve(call);
      const revision = await readRevision(call.context, space, call.params.revisionId);
      const { visitor } = call.caller;
      if (visitor !== undefined && !(await wasPrimary(call.context, space, revision.id, visitor.admittedAt)))
        throw notFound("Revision");
      return { space, revision, ...(visitorAccess && { claims: visitorAccess.claims }) };
    },
  };
}

/** More changes than anybody makes while somebody reads a page. */
const mostSteps = 100;

/** Whether a revision was the primary content at some time since then. */
async function wasPrimary(
  context: Context,
  space: SpaceRow,
  revisionId: string,
  since: number,
): Promise<boolean> {
  let id = space.revision_id;
  for (let steps = 0; id !== revisionId; steps++) {
    const later = await readRevision(context, space, id);
    const [before] = parentsOf(later);
    if (before === undefined || Date.parse(later.created_at) < since || steps === mostSteps) return false;
    id = before;
  }
  return true;
}

/** The content of one revision of the space, for its members. */
export function onRevision(
  least: Role,
): Access<OnContent & { revision: RevisionTable }, { spaceId: string; revisionId: string }> {
  const onItsSpace = onSpace(least);
  return {
    rule: onItsSpace.rule,
    resolve: async (call) => {
      const { space } = await onItsSpace.resolve(call);
      const revision = await readRevision(call.context, space, call.params.revisionId);
      return { space, revision };
    },
  };
}

export async function readRevision(
  { database }: Context,
  { id, organization_id }: SpaceRow,
  revisionId: string,
): Promise<RevisionTable> {
  const ref = { organizationId: organization_id, spaceId: id };
  const revision = await findRevision(database.read, ref, revisionId);
  if (revision === undefined) throw notFound("Revision");
  return revision;
}

/**
 * Names one state of content in its answers' tags: the addresses in them change with the server's own, and to a visitor
 * they show what is meant for them.
 */
export function contentVersion({ config }: Context, revisionId: string, claims?: Claims): string {
  return `${config.baseUrl} ${revisionId}${claims ? ` ${JSON.stringify(claims)}` : ""}`;
}

export function openSpaceContent(context: Context, space: SpaceRow, root: string): Content {
  return openContent(openNodes(context, space.repository_id), root);
}

/** The content of a change request. */
export function onChangeRequestContent(least: Role): Access<OnContent, ChangeRequestParams> {
  const onItsChangeRequest = onChangeRequest(least);
  return {
    rule: onItsChangeRequest.rule,
    resolve: async (call) => {
      const { space, changeRequest } = await onItsChangeRequest.resolve(call);
      return { space, revision: { id: changeRequest.revision_id, root: changeRequest.root } };
    },
  };
}

import type { Role } from "../../access/roles.ts";
import { type Content, openContent } from "../../content/content.ts";
import type { Context } from "../../context.ts";
import type { RevisionTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import type { Access } from "../../http/operation.ts";
import { openNodes } from "../../repositories/nodes.ts";
import { findRevision } from "../../repositories/revisions.ts";
import { onSpace } from "../spaces/access.ts";
import type { SpaceRow } from "../spaces/store.ts";

/** The content of a space at one revision. */
export interface OnContent {
  readonly space: SpaceRow;
  readonly revision: { readonly id: string; readonly root: string };
}

/** The primary content of the space that the path names. */
export function onPrimaryContent(least: Role): Access<OnContent, { spaceId: string }> {
  const onItsSpace = onSpace(least);
  return {
    rule: onItsSpace.rule,
    resolve: async (call) => {
      const { space } = await onItsSpace.resolve(call);
      const revision = { id: space.revision_id, root: space.root };
      return { space, revision };
    },
  };
}

/** The content of one revision of the space. */
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

/** Names one state of content in its answers' tags: the addresses in them change with the server's own. */
export function versionOf({ config }: Context, revisionId: string): string {
  return `${config.baseUrl} ${revisionId}`;
}

export function openContentOf(context: Context, space: SpaceRow, root: string): Content {
  return openContent(openNodes(context, space.repository_id), root);
}

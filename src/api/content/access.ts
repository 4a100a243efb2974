import { type Content, openContent } from "../../content/index.ts";
import type { LinkIndexInput } from "../../content/link-index/index.ts";
import type { Role } from "../../identity/roles/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import type { Claims } from "../../publishing/index.ts";
import type { RevisionTable } from "../../storage/database/index.ts";
import {
  documentLinksReader,
  findRevision,
  findSavedRevision,
  openNodes,
  readLine,
} from "../../storage/repositories/index.ts";
import { type ChangeRequestParams, onChangeRequest } from "../change-requests/index.ts";
import { type Access, type Context, refineAccess } from "../http/index.ts";
import { onSharedSpace, onSpace, type SpaceRow } from "../spaces/index.ts";

export interface OnContent {
  readonly space: SpaceRow;
  readonly revision: { readonly id: string; readonly root: string };
  /** The claims of a site's visitor, who sees only the content whose conditions they meet. */
  readonly claims?: Claims;
}

type RevisionParams = { spaceId: string; revisionId: string };

/** The primary content of a space, for members and for visitors of a site with the space. */
export function onPrimaryContent(): Access<OnContent, { spaceId: string }> {
  return refineAccess(onSharedSpace(), ({ space, visitorAccess }) => {
    const revision = { id: space.revision_id, root: space.root };
    return { space, revision, ...(visitorAccess && { claims: visitorAccess.claims }) };
  });
}

/** A revision of a space. Visitors may read it only if it was the primary content after they were admitted. */
export function onSharedRevision(): Access<OnContent, RevisionParams> {
  return refineAccess(onSharedSpace(), async ({ space, visitorAccess }, { context, caller, params }) => {
    const revision = await readRevision(context, space, params.revisionId);
    const { visitor } = caller;
    if (visitor !== undefined && !(await wasPrimary(context, space, revision.id, visitor.admittedAt)))
      throw notFound("Revision");
    return { space, revision, ...(visitorAccess && { claims: visitorAccess.claims }) };
  });
}

/** The number of primary revisions that `wasPrimary` checks. */
const maxRevisions = 100;

/** Whether a revision was the primary content at any time after `since`. */
async function wasPrimary({ database }: Context, space: SpaceRow, revisionId: string, since: number) {
  if (space.revision_id === revisionId) return true;
  const ref = { organizationId: space.organization_id, spaceId: space.id };
  const [inHistory, line] = await Promise.all([
    findSavedRevision(database.read, space.id, revisionId),
    readLine(database.read, ref, space.revision_id, maxRevisions + 1),
  ]);
  const index = line.findIndex(({ id }) => id === inHistory);
  // It was replaced by the revision that follows it.
  return index === 0 || (index > 0 && Date.parse(line[index - 1]?.created_at ?? "") >= since);
}

/** A revision of a space, for members. */
export function onRevision(needed: Role): Access<OnContent & { revision: RevisionTable }, RevisionParams> {
  return refineAccess(onSpace(needed), async ({ space }, { context, params }) => ({
    space,
    revision: await readRevision(context, space, params.revisionId),
  }));
}

export async function readRevision(
  { database }: Context,
  { id, organization_id }: SpaceRow,
  revisionId: string,
): Promise<RevisionTable> {
  const ref = { organizationId: organization_id, spaceId: id };
  const revision = requireFound(await findRevision(database.read, ref, revisionId), "Revision");
  return revision;
}

/** The version of content for entity tags. Replies contain URLs of the server, and depend on a visitor's claims. */
export function contentVersion({ config }: Context, revisionId: string, claims?: Claims): string {
  return `${config.baseUrl} ${revisionId}${claims ? ` ${JSON.stringify(claims)}` : ""}`;
}

export function openSpaceContent(context: Context, space: SpaceRow, root: string): Content {
  return openContent(openNodes(context, space.repository_id), root);
}

/** Opens the content of a space with the links of its documents. */
export function openLinkedContent(context: Context, space: SpaceRow, root: string): LinkIndexInput {
  return {
    content: openSpaceContent(context, space, root),
    spaceId: space.id,
    readDocumentLinks: documentLinksReader(context, space.repository_id),
  };
}

export function onChangeRequestContent(needed: Role): Access<OnContent, ChangeRequestParams> {
  return refineAccess(onChangeRequest(needed), ({ space, changeRequest }) => ({
    space,
    revision: { id: changeRequest.revision_id, root: changeRequest.root },
  }));
}

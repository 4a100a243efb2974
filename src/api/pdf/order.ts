import { hashOf, type PageRecord } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { safeFileName } from "../../exporting/index.ts";
import { includesRole } from "../../identity/roles/index.ts";
import type { BookInput, ExternalNames } from "../../pdf/index.ts";
import { badInput, notFound, requireFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { OnChangeRequest } from "../change-requests/index.ts";
import { openSpaceContent, readRevision } from "../content/index.ts";
import type { Call, Context } from "../http/index.ts";
import { findMemberUsers } from "../links/index.ts";
import { findSpecs, type SpecRow } from "../openapi-specs/index.ts";
import { findOrganization } from "../organizations/index.ts";
import type { OnSpace } from "../spaces/index.ts";
import type { PdfQuery } from "./routes.ts";

/** Increment when the same order gives a different PDF. */
const edition = 1;

/** A request for a PDF, serializable for the child process. */
export interface PdfOrder
  extends Pick<BookInput, "title" | "emoji" | "organization" | "draft" | "changedAt" | "part"> {
  readonly space: BookInput["space"] & { readonly repositoryId: string };
  readonly root: string;
  readonly name: string;
  /** Whether the PDF shows OpenAPI specs, which guests may not read. */
  readonly showsSpecs: boolean;
}

/** The cache key: everything that the PDF depends on, except users and specs. */
export function keyOf({ config }: Context, order: PdfOrder): string {
  const { title, emoji, organization, draft, changedAt, part, root, showsSpecs } = order;
  return hashOf(
    JSON.stringify([
      edition,
      config.baseUrl,
      root,
      changedAt,
      [title, emoji ?? "", organization],
      draft ? [draft.number, draft.subject] : [],
      part ? [part.page, part.isOnly] : [],
      showsSpecs,
    ]),
  );
}

/** A request on a space or on a change request. */
export type PdfCall = Call<unknown, PdfQuery> & OnSpace & Partial<Pick<OnChangeRequest, "changeRequest">>;

export async function findOrder(call: PdfCall): Promise<PdfOrder> {
  const { context, caller, space, member, changeRequest } = call;
  const head = changeRequest ?? space;
  const page = await findPart(call, head.root);
  const [revision, organization] = await Promise.all([
    readRevision(context, space, head.revision_id),
    findOrganization(context.database.read, space.organization_id, caller.userId),
  ]);
  if (organization === undefined) throw notFound("Space");
  return {
    space: { id: space.id, organizationId: space.organization_id, repositoryId: space.repository_id },
    root: head.root,
    title: space.title,
    ...(space.emoji !== "" && { emoji: space.emoji }),
    organization: organization.title,
    ...(changeRequest && { draft: { subject: changeRequest.subject, number: changeRequest.number } }),
    changedAt: revision.created_at,
    ...(call.query.page !== undefined && { part: { page: call.query.page, isOnly: call.query.only } }),
    name: nameOf(space.title, page, changeRequest?.number),
    showsSpecs: includesRole(member.role, "read"),
  };
}

async function findPart({ context, space, query: { page: id, only } }: PdfCall, root: string) {
  if (id === undefined && only) throw badInput("page", "is required if only is true");
  if (id === undefined) return undefined;
  const page = requireFound(await findPage(openSpaceContent(context, space, root), id), "Page");
  if (page.type === "link" || (only && page.type !== "document")) throw notFound("Document");
  return page;
}

function nameOf(title: string, page: PageRecord | undefined, number: number | undefined): string {
  const parts = [title, page?.title, number && `#${number}`].filter((part) => part);
  return safeFileName(`${parts.join(" - ") || "Untitled"}.pdf`);
}

/** Users and specs that a PDF refers to and its reader may see. */
export interface ReferencedObjects {
  /** Names of members by id. */
  readonly users: ReadonlyMap<string, string>;
  /** Specs by slug. */
  readonly specs: ReadonlyMap<string, SpecRow>;
}

export async function findReferencedObjects(
  db: Reader,
  { space: { organizationId }, showsSpecs }: PdfOrder,
  { users: ids, specs: slugs }: ExternalNames,
): Promise<ReferencedObjects> {
  const [users, specs] = await Promise.all([
    findMemberUsers(db, organizationId, ids),
    findSpecs(db, organizationId, showsSpecs ? slugs : []),
  ]);
  return { users: new Map(Array.from(users.values(), (user) => [user.id, user.display_name])), specs };
}

/** A hash that changes with any of the users and specs. */
export function versionOf({ users, specs }: ExternalNames, found: ReferencedObjects): string {
  return hashOf(
    JSON.stringify([
      users.map((id) => [id, found.users.get(id) ?? null]),
      specs.map((slug) => [slug, found.specs.get(slug)?.last_version_id ?? null]),
    ]),
  );
}

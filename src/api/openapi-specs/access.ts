import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import type { Visitor } from "../../identity/tokens/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import {
  type Claims,
  findSite,
  readShownReferences,
  readStructureView,
  renewVisitorAccess,
  siteSpacesOf,
} from "../../publishing/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { openLinkedContent } from "../content/index.ts";
import { type Access, type Call, type Context, refineAccess } from "../http/index.ts";
import { findInOrganization, requireRole } from "../organizations/index.ts";
import { findSpaces, type SpaceRow } from "../spaces/index.ts";
import { findSpacesWithSpec } from "./spec-references.ts";
import { findSpec, findSpecs, findVersion, type SpecRow, type VersionRow } from "./store.ts";

const resource = "OpenAPI spec";

interface SpecParams {
  readonly organizationId: string;
  readonly specSlug: string;
}

interface OnSpec {
  readonly spec: SpecRow;
  /** The caller's role in the organization. Visitors have the role `read`. */
  readonly role: Role | null;
}

/** The spec in the path, for members of its organization with at least this role. */
export function onSpec(needed: Role): Access<OnSpec, SpecParams> {
  return {
    rule: `Organization role \`${needed}\` or above`,
    resolve: async (call) => {
      const found = await findAsMember(call);
      requireRole(found.role, needed);
      return found;
    },
  };
}

/** The spec in the path, for members and for visitors of a site with a page that refers to it. */
export function onReadableSpec(): Access<OnSpec, SpecParams> {
  return {
    rule: "Organization role `read` or above, or the token of a visitor of a site that shows the spec",
    allowsVisitors: true,
    resolve: (call) =>
      call.caller.visitor === undefined ? findAsMember(call) : findAsVisitor(call, call.caller.visitor),
  };
}

async function findAsMember(call: Call<SpecParams>): Promise<OnSpec> {
  const { read } = call.context.database;
  const { organization, found } = await findInOrganization(call, resource, (organizationId) =>
    findSpec(read, organizationId, call.params.specSlug),
  );
  return { spec: found, role: organization.role };
}

async function findAsVisitor({ context, params }: Call<SpecParams>, visitor: Visitor): Promise<OnSpec> {
  const isSameOrganization = visitor.organizationId === params.organizationId;
  const spec = isSameOrganization
    ? await findSpec(context.database.read, params.organizationId, params.specSlug)
    : undefined;
  if (spec === undefined || !(await isVisibleTo(context, visitor, spec.slug))) throw notFound(resource);
  // The source and its errors may reveal internals of the organization.
  return { spec: { ...spec, source_url: null, last_error_code: null, last_error: null }, role: "read" };
}

/** Whether a part of a page that the visitor can see refers to the spec. */
async function isVisibleTo(context: Context, visitor: Visitor, slug: string): Promise<boolean> {
  const { read } = context.database;
  const site = await findSite(read, visitor.organizationId, visitor.siteId);
  const visitorAccess = site && (await renewVisitorAccess(read, site, visitor));
  if (site === undefined || visitorAccess === undefined) return false;
  const { visible } = await readStructureView(read, site, visitorAccess.claims);
  const ids = [...new Set(siteSpacesOf(visible).map(({ siteSpace }) => siteSpace.spaceId))];
  const referring = await findSpacesWithSpec(context, site, ids, slug);
  const spaces = await findSpaces(read, site.organization_id, referring);
  for (const space of spaces.values())
    if (await isShownInSpace(context, space, slug, visitorAccess.claims)) return true;
  return false;
}

async function isShownInSpace(
  context: Context,
  space: SpaceRow,
  slug: string,
  claims: Claims,
): Promise<boolean> {
  const { specs } = await readShownReferences(openLinkedContent(context, space, space.root), claims);
  return specs.has(slug);
}

/** The specs with these slugs that a member can read, by slug. */
export function findSpecsFor(
  db: Reader,
  { organizationId, role }: Membership,
  slugs: readonly string[],
): Promise<Map<string, SpecRow>> {
  return findSpecs(db, organizationId, includesRole(role, "read") ? slugs : []);
}

export interface OnVersion extends OnSpec {
  readonly version: VersionRow;
}

/** The version in the path, or the last version. */
export function onVersion(): Access<OnVersion, SpecParams & { readonly versionId?: string }> {
  const { resolve, ...access } = onReadableSpec();
  return {
    ...access,
    resolve: async (call) => {
      const found = await resolve(call);
      const { spec } = found;
      const id = call.params.versionId ?? spec.last_version_id;
      const version = id === null ? undefined : await findVersion(call.context.database.read, spec, id);
      if (version === undefined) throw notFound("OpenAPI spec version");
      return { ...found, version };
    },
  };
}

/** The version in the path or the last one, for members of the organization. */
export function onVersionOfMember(): Access<OnVersion, SpecParams & { readonly versionId: string }> {
  return refineAccess(onSpec("read"), async (found, { context, params: { versionId } }) => {
    const { spec } = found;
    const id = versionId === "latest" ? spec.last_version_id : versionId;
    const version = id === null ? undefined : await findVersion(context.database.read, spec, id);
    return { ...found, version: requireFound(version, "OpenAPI spec version") };
  });
}

import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { Access, Call } from "../http/index.ts";
import { findInOrganization, requireRole } from "../organizations/index.ts";
import { findSpec, findSpecs, findVersion, type SpecRow, type VersionRow } from "./store.ts";

const thing = "OpenAPI spec";

interface SpecParams {
  readonly organizationId: string;
  readonly specSlug: string;
}

export interface OnSpec {
  readonly spec: SpecRow;
  /** What the caller is in the organization; visitors read. */
  readonly role: Role | null;
}

/** The spec that the path names, for members with at least this role. */
export function onSpec(least: Role): Access<OnSpec, SpecParams> {
  return {
    rule: `Organization role \`${least}\` or above`,
    resolve: async (call) => {
      const found = await findAsMember(call);
      requireRole(found.role, least);
      return found;
    },
  };
}

/** The same to read it, also for visitors of a site with pages that refer to it. */
export function onShownSpec(): Access<OnSpec, SpecParams> {
  return {
    rule: "Organization role `read` or above, or the token of a visitor of a site that shows the spec",
    allowsVisitors: true,
    resolve: (call) => (call.caller.visitor === undefined ? findAsMember(call) : findAsVisitor(call)),
  };
}

async function findAsMember(call: Call<SpecParams>): Promise<OnSpec> {
  const { read } = call.context.database;
  const { organization, found } = await findInOrganization(call, thing, (organizationId) =>
    findSpec(read, organizationId, call.params.specSlug),
  );
  return { spec: found, role: organization.role };
}

async function findAsVisitor({ context, caller, params }: Call<SpecParams>): Promise<OnSpec> {
  const { visitor } = caller;
  const isOwn = visitor?.organizationId === params.organizationId;
  const spec = isOwn
    ? await findSpec(context.database.read, params.organizationId, params.specSlug)
    : undefined;
  const { isShownTo } = await import("./shown-to-visitor.ts");
  if (spec === undefined || visitor === undefined || !(await isShownTo(context, visitor, spec.slug)))
    throw notFound(thing);
  // Where it comes from, and what goes wrong there, is not for everybody.
  return { spec: { ...spec, source_url: null, last_error_code: null, last_error: null }, role: "read" };
}

/** Those of these specs that a member sees, by their slugs. */
export async function findSpecsFor(
  db: Reader,
  { organizationId, role }: Membership,
  slugs: readonly string[],
): Promise<Map<string, SpecRow>> {
  return findSpecs(db, organizationId, includesRole(role, "read") ? slugs : []);
}

export interface OnVersion extends OnSpec {
  readonly version: VersionRow;
}

/** One of its versions; the last one, where the path names none. */
export function onVersion(): Access<OnVersion, SpecParams & { readonly versionId?: string }> {
  const { resolve, ...onItsSpec } = onShownSpec();
  return {
    ...onItsSpec,
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

import { includesRole, type Role } from "../../access/roles.ts";
import { notFound } from "../../errors.ts";
import type { Access, Call } from "../../http/operation.ts";
import { onOrganization, requireRole } from "../organizations/access.ts";
import type { OrganizationRow } from "../organizations/store.ts";
import { findSpec, findVersion, type SpecRow, type VersionRow } from "./store.ts";

interface SpecParams {
  readonly organizationId: string;
  readonly specSlug: string;
}

export interface OnSpec {
  readonly organization: OrganizationRow;
  readonly spec: SpecRow;
}

/** The spec that the path names, for members with at least this role. Guests see none: specs are given to nobody. */
export function onSpec(least: Role): Access<OnSpec, SpecParams> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: `Organization role \`${least}\` or above`,
    resolve: async (call) => {
      const { organization } = await onItsOrganization.resolve(call);
      const { read } = call.context.database;
      const spec = includesRole(organization.role, "read")
        ? await findSpec(read, organization.id, call.params.specSlug)
        : undefined;
      if (spec === undefined) throw notFound("OpenAPI spec");
      requireRole(organization.role, least);
      return { organization, spec };
    },
  };
}

export interface OnVersion extends OnSpec {
  readonly version: VersionRow;
}

/** One of its versions; the last one, where the path names none. */
export function onVersion(): Access<OnVersion, SpecParams & { readonly versionId?: string }> {
  const onItsSpec = onSpec("read");
  return {
    rule: onItsSpec.rule,
    resolve: async (call: Call<SpecParams & { versionId?: string }>) => {
      const found = await onItsSpec.resolve(call);
      const { spec } = found;
      const id = call.params.versionId ?? spec.last_version_id;
      const version = id === null ? undefined : await findVersion(call.context.database.read, spec, id);
      if (version === undefined) throw notFound("OpenAPI spec version");
      return { ...found, version };
    },
  };
}

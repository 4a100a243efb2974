import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import { forbidden, notFound, requireFound } from "../../platform/index.ts";
import type { Access, Call } from "../http/index.ts";
import { findOrganization, findOrganizationByName, type OrganizationRow } from "./store.ts";

/** The organization in the path, for members with at least this role; "guest" means every member. */
export function onOrganization(
  needed: Role | "guest",
): Access<{ organization: OrganizationRow }, { organizationId: string }> {
  return {
    rule:
      needed === "guest"
        ? "Members of the organization, guests included"
        : `Organization role \`${needed}\` or above`,
    resolve: async ({ context, caller, params }) => {
      const { read } = context.database;
      const found = await findOrganization(read, params.organizationId, caller.userId);
      const organization = requireFound(found, "Organization");
      if (needed !== "guest") requireRole(organization.role, needed);
      return { organization };
    },
  };
}

/** The organization with the subdomain in the path, for its members. */
export function onSubdomain(): Access<{ organization: OrganizationRow }, { subdomain: string }> {
  return {
    rule: onOrganization("guest").rule,
    resolve: async ({ context, caller, params: { subdomain } }) => {
      const organization = await findOrganizationByName(context.database.read, subdomain, caller.userId);
      if (organization?.hostname !== subdomain) throw notFound("Subdomain");
      return { organization };
    },
  };
}

/** Finds a resource of the organization in the path. Guests get the same error as for an unknown one. */
export async function findInOrganization<T>(
  call: Call<{ organizationId: string }>,
  name: string,
  find: (organizationId: string) => Promise<T | undefined>,
) {
  const { organization } = await onOrganization("guest").resolve(call);
  const found = includesRole(organization.role, "read") ? await find(organization.id) : undefined;
  return { organization, found: requireFound(found, name) };
}

export function requireRole(held: Role | null, needed: Role): void {
  if (!includesRole(held, needed))
    throw forbidden(`This needs the role ${needed} in the organization; yours is ${held ?? "guest"}`);
}

/** The caller as a member of the organization in the path. */
export function membershipIn({ caller, organization }: Call & { organization: OrganizationRow }): Membership {
  return { organizationId: organization.id, userId: caller.userId, role: organization.role };
}

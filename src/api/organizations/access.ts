import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import type { Access, Call } from "../http/index.ts";
import { findOrganization, findOrganizationByName, type OrganizationRow } from "./store.ts";

/** Members of the organization that the path names, with at least this role; "guest" is every member. */
export function onOrganization(
  least: Role | "guest",
): Access<{ organization: OrganizationRow }, { organizationId: string }> {
  return {
    rule:
      least === "guest"
        ? "Members of the organization, guests included"
        : `Organization role \`${least}\` or above`,
    resolve: async ({ context, caller, params }) => {
      const organization = await findOrganization(
        context.database.read,
        params.organizationId,
        caller.userId,
      );
      if (organization === undefined) throw notFound("Organization");
      if (least !== "guest") requireRole(organization.role, least);
      return { organization };
    },
  };
}

/** Members, guests included, of the organization whose subdomain the path names. */
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

/** Something of the organization that is given to nobody: to guests, it is as if it were not there. */
export async function findInOrganization<T>(
  call: Call<{ organizationId: string }>,
  thing: string,
  find: (organizationId: string) => Promise<T | undefined>,
): Promise<{ organization: OrganizationRow; found: T }> {
  const { organization } = await onOrganization("guest").resolve(call);
  const found = includesRole(organization.role, "read") ? await find(organization.id) : undefined;
  if (found === undefined) throw notFound(thing);
  return { organization, found };
}

export function requireRole(held: Role | null, needed: Role): void {
  if (!includesRole(held, needed)) {
    throw forbidden(`This needs the role ${needed} in the organization; yours is ${held ?? "guest"}`);
  }
}

/** The caller as a member of the organization that the path names. */
export function membershipIn({ caller, organization }: Call & { organization: OrganizationRow }): Membership {
  return { organizationId: organization.id, userId: caller.userId, role: organization.role };
}

import { includesRole, type Role } from "../../identity/roles/index.ts";
import { badInput, forbidden, requireFound } from "../../platform/index.ts";
import { type Access, requireSsoSession } from "../http/index.ts";
import { findOrganizationByName, type OrganizationRow, requireRole } from "../organizations/index.ts";
import { isName, nameRule } from "./schema.ts";
import { findIntegrationFor, type IntegrationWithRole } from "./store.ts";

interface OnIntegration {
  readonly integration: IntegrationWithRole;
}

interface IntegrationParams {
  readonly integrationName: string;
}

/** The integration in the path, for callers who can see it. */
export function onIntegration(): Access<OnIntegration, IntegrationParams> {
  return {
    rule: "Any caller; for a `private` integration, organization role `read` or above in its organization",
    resolve: async ({ context, caller, params: { integrationName } }) => {
      requireName(integrationName);
      const found = await findIntegrationFor(context.database.read, integrationName, caller.userId);
      const integration = requireFound(found, "Integration");
      if (integration.role !== null)
        await requireSsoSession({ context, caller }, integration.organization_id);
      return { integration };
    },
  };
}

/** The integration in the path, for members with this role in the organization that owns it. */
export function onOwnIntegration(needed: Role): Access<OnIntegration, IntegrationParams> {
  const { resolve } = onIntegration();
  return {
    rule: `Organization role \`${needed}\` or above in the organization that owns the integration`,
    resolve: async (call) => {
      const found = await resolve(call);
      if (!includesRole(found.integration.role, needed))
        throw forbidden(`This needs the role ${needed} in the organization that owns the integration`);
      return found;
    },
  };
}

/** The organization given in the body by id or subdomain, for its admins. */
export function onNamedOrganization(): Access<{ organization: OrganizationRow }, IntegrationParams> {
  return {
    rule: "Organization role `admin` in the organization given in the body",
    resolve: async ({ context, caller, params, body }) => {
      requireName(params.integrationName);
      const { organization: name } = body as { organization: string };
      const found = await findOrganizationByName(context.database.read, name, caller.userId);
      const organization = requireFound(found, "organization: Organization");
      requireRole(organization.role, "admin");
      await requireSsoSession({ context, caller }, organization.id);
      return { organization };
    },
  };
}

function requireName(name: string): void {
  if (!isName(name)) throw badInput("integrationName", nameRule);
}

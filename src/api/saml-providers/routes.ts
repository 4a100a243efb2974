import { Type } from "@sinclair/typebox";
import {
  findProvider,
  isActive,
  listActiveProviders,
  selectProviders,
  serviceProviderFor,
} from "../../identity/saml/index.ts";
import { requireFound } from "../../platform/index.ts";
import { inBatches, isRow, type SamlProviderTable } from "../../storage/database/index.ts";
import {
  type Access,
  type Context,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { type OrganizationRow, onOrganization } from "../organizations/index.ts";
import { presentTeam, teamColumns } from "../teams/index.ts";
import { SamlProvider, SamlProviderCreate, SamlProviderUpdate, SsoLogin } from "./schema.ts";
import { createProvider, updateProvider } from "./store.ts";

const path = "/orgs/:organizationId/saml";

/** The provider in the path, for admins of its organization. */
function onProvider(): Access<
  { organization: OrganizationRow; provider: SamlProviderTable },
  { organizationId: string; samlProviderId: string }
> {
  const { rule, resolve } = onOrganization("admin");
  return {
    rule,
    resolve: async (call) => {
      const { organization } = await resolve(call);
      const { read } = call.context.database;
      const provider = await findProvider(read, organization.id, call.params.samlProviderId);
      return { organization, provider: requireFound(provider, "SAML provider") };
    },
  };
}

export const samlProviders: OperationGroup = {
  title: "Single sign-on",
  operations: [
    operation("listSAMLProvidersInOrganizationById", `GET ${path}`, {
      summary: "List the SAML providers of an organization",
      access: onOrganization("admin"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(SamlProvider) },
      handle: (call) =>
        readList(call, {
          matching: selectProviders(call.context.database.read, call.organization.id),
          select: (query) => query.selectAll(),
          keys: ["saml_providers.id"],
          present: (rows) => presentProviders(call, rows),
        }),
    }),

    operation("createOrganizationSAMLProvider", `POST ${path}`, {
      summary: "Create a SAML provider",
      access: onOrganization("admin"),
      body: SamlProviderCreate,
      reply: { 201: SamlProvider },
      handle: async (call) => {
        const { context, organization, body } = call;
        const provider = await context.database.write((trx) =>
          createProvider(trx, organization, body, context.clock.now()),
        );
        return presentProvider(call, provider);
      },
    }),

    operation("getOrganizationSAMLProviderById", `GET ${path}/:samlProviderId`, {
      summary: "Read a SAML provider",
      access: onProvider(),
      reply: { 200: SamlProvider },
      handle: (call) => presentProvider(call, call.provider),
    }),

    operation("updateOrganizationSAMLProvider", `PATCH ${path}/:samlProviderId`, {
      summary: "Change a SAML provider",
      access: onProvider(),
      body: SamlProviderUpdate,
      reply: { 200: SamlProvider },
      handle: async (call) => {
        const { context, provider, body } = call;
        const updated = await context.database.write((trx) => updateProvider(trx, provider, body));
        return presentProvider(call, updated);
      },
    }),

    operation("deleteOrganizationSAMLProvider", `DELETE ${path}/:samlProviderId`, {
      summary: "Delete a SAML provider and end all sessions that were created with it",
      access: onProvider(),
      reply: { 204: null },
      handle: ({ context, provider }) =>
        context.database.write((trx) => trx.deleteFrom("saml_providers").where(isRow(provider)).execute()),
    }),

    operation("listSSOProviderLoginsInOrganization", "GET /orgs/:organizationId/sso", {
      summary: "List the login URLs of the organization's active providers",
      access: onOrganization("guest"),
      reply: { 200: Type.Object({ items: Type.Array(SsoLogin) }) },
      handle: async ({ context, organization }) => {
        const providers = await listActiveProviders(context.database.read, organization.id);
        const startURL = (id: string) => serviceProviderFor(context.config, id).startURL;
        return { items: providers.map(({ id, label }) => ({ id, label, startURL: startURL(id) })) };
      },
    }),
  ],
};

async function presentProvider(viewer: Viewer, row: SamlProviderTable | undefined): Promise<SamlProvider> {
  const [provider] = await presentProviders(viewer, row ? [row] : []);
  return requireFound(provider, "SAML provider");
}

interface Viewer {
  readonly context: Context;
  readonly organization: OrganizationRow;
  readonly caller: { readonly userId: string };
}

/** Providers with their teams, as a member of the organization sees them. */
export async function presentProviders(
  { context, organization, caller }: Viewer,
  rows: readonly SamlProviderTable[],
): Promise<SamlProvider[]> {
  const teamIds = new Set(rows.flatMap(({ default_team_id }) => default_team_id ?? []));
  const teams = await inBatches([...teamIds], (batch) =>
    context.database.read
      .selectFrom("teams")
      .where("teams.organization_id", "=", organization.id)
      .where("teams.id", "in", batch)
      .select(teamColumns(caller.userId))
      .execute(),
  );
  return rows.map((row) => {
    const team = teams.find(({ id }) => id === row.default_team_id);
    return {
      object: "saml-provider",
      id: row.id,
      label: row.label,
      ssoURL: row.sso_url ?? undefined,
      entityID: row.entity_id ?? undefined,
      certificate: row.certificate ?? undefined,
      defaultTeam: team && presentTeam(team, organization.role),
      defaultRole: row.default_role,
      createdAt: row.created_at,
      status: isActive(row) ? "active" : "pending",
      service: serviceProviderFor(context.config, row.id),
      urls: { location: context.urls.api(`/orgs/${row.organization_id}/saml/${row.id}`) },
    };
  });
}

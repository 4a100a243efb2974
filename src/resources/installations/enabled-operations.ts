import { notFound } from "../../errors.ts";
import { type Call, type Operation, operation } from "../../http/operation.ts";
import { listOf, readPage } from "../../http/paging.ts";
import { ListOf } from "../../http/schemas.ts";
import { detailsOf, presentIntegrations } from "../integrations/present.ts";
import { Integration } from "../integrations/schema.ts";
import { findIntegrations, integrationColumns, integrationWeight } from "../integrations/store.ts";
import { onOrganization } from "../organizations/access.ts";
import { onSite } from "../sites/access.ts";
import { onSpace } from "../spaces/access.ts";
import { presentInstallation } from "./present.ts";
import {
  type Installation,
  InstalledIntegration,
  IntegrationBlocks,
  IntegrationStatus,
  IntegrationWithStatus,
  NamedListQuery,
} from "./schema.ts";
import { installationColumns, matchInstallationsIn, matchInstalledOn } from "./store.ts";

type ListCall = Call<unknown, { page?: string; limit: number; search?: string }>;

/** What is installed, as seen from an organization, a space or a site. */
export const enabledOperations: readonly Operation[] = [
  operation({
    id: "listOrganizationInstallations",
    method: "GET",
    path: "/orgs/:organizationId/installations",
    summary: "List what is installed on an organization, with the integrations",
    access: onOrganization("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(InstalledIntegration) },
    handle: (call) =>
      listInstallations(call, call.organization.id, (installation, integration) => ({
        installation,
        integration,
      })),
  }),

  operation({
    id: "listOrganizationIntegrationsStatus",
    method: "GET",
    path: "/orgs/:organizationId/integrations/installations-status",
    summary: "List the integrations that are installed on an organization, and how far each is set up",
    access: onOrganization("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(IntegrationWithStatus) },
    handle: (call) =>
      listInstallations(call, call.organization.id, ({ status }, integration) => ({ status, integration })),
  }),

  operation({
    id: "getOrganizationIntegrationStatus",
    method: "GET",
    path: "/orgs/:organizationId/integrations/:integrationName/installation_status",
    summary: "Tell how far an integration is set up on an organization",
    access: onOrganization("read"),
    reply: { 200: IntegrationStatus },
    handle: async ({ context, caller, organization, params }) => {
      const row = await matchInstallationsIn(context.database.read, caller.userId, {
        organizationId: organization.id,
      })
        .where("installations.integration", "=", params.integrationName)
        .select(installationColumns)
        .executeTakeFirst();
      if (row === undefined) throw notFound("Installation");
      return { status: presentInstallation(row, context).status };
    },
  }),

  operation({
    id: "listSpaceIntegrations",
    method: "GET",
    path: "/spaces/:spaceId/integrations",
    summary: "List the integrations that are installed on a space",
    access: onSpace("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(Integration) },
    handle: (call) =>
      listInstalledOn(call, "space", { organizationId: call.space.organization_id, id: call.space.id }),
  }),

  operation({
    id: "listSpaceIntegrationsBlocks",
    method: "GET",
    path: "/spaces/:spaceId/integration-blocks",
    summary: "List the blocks that the integrations of a space bring along",
    access: onSpace("read"),
    reply: { 200: IntegrationBlocks },
    handle: async ({ context, space: { organization_id: organizationId, id } }) => {
      const rows = await matchInstalledOn(context.database.read, "space", { organizationId, id })
        .where("integrations.has_blocks", "=", 1)
        .orderBy("integrations.name")
        .select(["integrations.name", "integrations.details"])
        .execute();
      return rows.map((row) => ({ name: row.name, blocks: detailsOf(row).blocks ?? [] }));
    },
  }),

  operation({
    id: "listSiteIntegrations",
    method: "GET",
    path: "/orgs/:organizationId/sites/:siteId/integrations",
    summary: "List the integrations that are installed on a site",
    access: onSite("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(Integration) },
    handle: (call) =>
      listInstalledOn(call, "site", { organizationId: call.site.organization_id, id: call.site.id }),
  }),
];

/** The installations of an organization, each shown together with its integration. */
async function listInstallations<Item>(
  call: ListCall,
  organizationId: string,
  present: (installation: Installation, integration: Integration) => Item,
) {
  const { context, caller, query } = call;
  const { read } = context.database;
  const page = await readPage(call, {
    matching: matchInstallationsIn(read, caller.userId, { organizationId, ...query }),
    select: (found) => found.select(installationColumns),
    keys: ["installations.id"],
    order: "asc",
    weight: integrationWeight,
  });
  const found = await findIntegrations(
    read,
    page.rows.map(({ integration }) => integration),
  );
  const integrations = await presentIntegrations(call, found);
  const byName = new Map(integrations.map((integration) => [integration.name, integration]));
  const items = page.rows.flatMap((row) => {
    const integration = byName.get(row.integration);
    return integration === undefined ? [] : [present(presentInstallation(row, context), integration)];
  });
  return listOf(page, items);
}

async function listInstalledOn(
  call: ListCall,
  kind: "space" | "site",
  place: { organizationId: string; id: string },
) {
  const { context, query } = call;
  const page = await readPage(call, {
    matching: matchInstalledOn(context.database.read, kind, { ...place, ...query }),
    select: (found) => found.select(integrationColumns),
    keys: ["integrations.name"],
    order: "asc",
    weight: integrationWeight,
  });
  return listOf(page, await presentIntegrations(call, page.rows));
}

import { sql } from "kysely";
import { concurrentlyDeleted, requireFound } from "../../platform/index.ts";
import { type Call, countWithin, ListOf, type Operation, operation, readList } from "../http/index.ts";
import {
  findIntegrations,
  Integration,
  type IntegrationRow,
  integrationColumns,
  integrationWeight,
  parseDetails,
  presentIntegrations,
  type TargetKind,
} from "../integrations/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { onSite } from "../sites/index.ts";
import { onSpace } from "../spaces/index.ts";
import { presentInstallations, presentStatus } from "./present.ts";
import {
  InstalledIntegration,
  IntegrationBlocks,
  IntegrationStatus,
  IntegrationWithStatus,
  SearchListQuery,
} from "./schema.ts";
import {
  findInstallation,
  type InstallationRow,
  selectInstallationColumns,
  selectInstallations,
  selectInstalledOn,
  type TargetWithRole,
} from "./store.ts";

type ListCall = Call<unknown, { page?: string; limit: number; search?: string }>;

const path = "/orgs/:organizationId/integrations";

/** The integrations that are installed on an organization, a space or a site. */
export const installedOperations: readonly Operation[] = [
  operation("listOrganizationInstallations", "GET /orgs/:organizationId/installations", {
    summary: "List the installations of an organization, with their integrations",
    access: onOrganization("read"),
    query: SearchListQuery,
    reply: { 200: ListOf(InstalledIntegration) },
    handle: (call) =>
      listInstallations(call, call.organization.id, async (rows, integrationOf) => {
        const installations = await presentInstallations(call, rows, integrationOf);
        return installations.map((installation) => ({ installation }));
      }),
  }),

  operation("listOrganizationIntegrationsStatus", `GET ${path}/installations-status`, {
    summary: "List the integrations that are installed on an organization, with the status of each",
    access: onOrganization("read"),
    query: SearchListQuery,
    reply: { 200: ListOf(IntegrationWithStatus) },
    handle: (call) =>
      listInstallations(call, call.organization.id, async (rows, integrationOf) =>
        rows.map((row) => ({
          status: presentStatus(row, integrationOf(row)),
          target: { type: "organization" as const, organizationId: row.organization_id },
        })),
      ),
  }),

  operation("getOrganizationIntegrationStatus", `GET ${path}/:integrationName/installation_status`, {
    summary: "Read the status of an integration that is installed on an organization",
    access: onOrganization("read"),
    reply: { 200: IntegrationStatus },
    handle: async ({ context, caller, organization, params: { integrationName: integration } }) => {
      const filters = { integration, organizationId: organization.id };
      const row = await findInstallation(context.database.read, caller.userId, filters);
      const found = requireFound(row, "Installation");
      return { status: presentStatus(found, found) };
    },
  }),

  operation("listSpaceIntegrations", "GET /spaces/:spaceId/integrations", {
    summary: "List the integrations that are installed on a space",
    access: onSpace("read"),
    query: SearchListQuery,
    reply: { 200: ListOf(Integration) },
    handle: (call) => listInstalledOn(call, "space", { ...call.member, id: call.space.id }),
  }),

  operation("listSpaceIntegrationsBlocks", "GET /spaces/:spaceId/integration-blocks", {
    summary: "List the blocks of the integrations that are installed on a space",
    access: onSpace("read"),
    reply: { 200: IntegrationBlocks },
    handle: async ({ context, space, member }) => {
      const { read } = context.database;
      const sizes = await selectInstalledOn(read, "space", { ...member, id: space.id })
        .where("integrations.has_blocks", "=", 1)
        .orderBy("integrations.name")
        .select(["integrations.name", sql<number>`length(integrations.details)`.as("size")])
        .execute();
      // The reply is not paged, so it is truncated to the maximum weight of one page of a list.
      const weights = sizes.map(({ size }) => size);
      const names = sizes.slice(0, countWithin(weights, integrationWeight.max)).map(({ name }) => name);
      const rows = await findIntegrations(read, names);
      const blocks = new Map(rows.map((row) => [row.name, parseDetails(row).blocks ?? []]));
      return names.map((name) => ({ name, blocks: blocks.get(name) ?? [] }));
    },
  }),

  operation("listSiteIntegrations", "GET /orgs/:organizationId/sites/:siteId/integrations", {
    summary: "List the integrations that are installed on a site",
    access: onSite("read"),
    query: SearchListQuery,
    reply: { 200: ListOf(Integration) },
    handle: (call) => listInstalledOn(call, "site", { ...call.member, id: call.site.id }),
  }),
];

/** Lists the installations of an organization, each with the fields that `present` returns and its integration. */
async function listInstallations<Fields extends object>(
  call: ListCall,
  organizationId: string,
  present: (
    rows: readonly InstallationRow[],
    integrationOf: (row: InstallationRow) => IntegrationRow,
  ) => Promise<Fields[]>,
) {
  const { read } = call.context.database;
  return readList(call, {
    matching: selectInstallations(read, call.caller.userId, { search: call.query.search, organizationId }),
    select: selectInstallationColumns,
    keys: ["installations.integration"],
    weight: {
      of: sql<number>`length(integrations.details) + length(installations.configuration)`,
      max: integrationWeight.max,
    },
    present: async (rows) => {
      const names = rows.map(({ integration }) => integration);
      const byName = new Map((await findIntegrations(read, names)).map((row) => [row.name, row]));
      const integrationOf = ({ integration }: InstallationRow) => {
        const row = byName.get(integration);
        if (row === undefined) throw concurrentlyDeleted();
        return row;
      };
      const integrations = await presentIntegrations(call, rows.map(integrationOf));
      const fields = await present(rows, integrationOf);
      return fields.flatMap((item, i) => {
        const integration = integrations[i];
        return integration === undefined ? [] : [{ ...item, integration }];
      });
    },
  });
}

function listInstalledOn(call: ListCall, kind: TargetKind, target: TargetWithRole) {
  return readList(call, {
    matching: selectInstalledOn(call.context.database.read, kind, target, call.query.search),
    select: (query) => query.select(integrationColumns),
    keys: ["integrations.name"],
    weight: integrationWeight,
    present: (rows) => presentIntegrations(call, rows),
  });
}

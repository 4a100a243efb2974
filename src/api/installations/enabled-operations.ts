import { sql } from "kysely";
import { concurrentlyDeleted, notFound } from "../../platform/index.ts";
import {
  type Call,
  countWithin,
  ListOf,
  listReply,
  type Operation,
  operation,
  readPage,
} from "../http/index.ts";
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
  NamedListQuery,
} from "./schema.ts";
import {
  findInstallationIn,
  type InstallationRow,
  matchInstallationsIn,
  matchInstalledOn,
  selectInstallations,
  type TargetWithRole,
} from "./store.ts";

type ListCall = Call<unknown, { page?: string; limit: number; search?: string }>;

const path = "/orgs/:organizationId";

/** The integrations that are installed on an organization, a space or a site. */
export const enabledOperations: readonly Operation[] = [
  operation("listOrganizationInstallations", `GET ${path}/installations`, {
    summary: "List what is installed on an organization, with the integrations",
    access: onOrganization("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(InstalledIntegration) },
    handle: (call) =>
      listInstallations(call, call.organization.id, async (rows, integrationOf) => {
        const shown = await presentInstallations(call, rows, integrationOf);
        return shown.map((installation) => ({ installation }));
      }),
  }),

  operation("listOrganizationIntegrationsStatus", `GET ${path}/integrations/installations-status`, {
    summary: "List the integrations that are installed on an organization, and how far each is set up",
    access: onOrganization("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(IntegrationWithStatus) },
    handle: (call) =>
      listInstallations(call, call.organization.id, async (rows, integrationOf) =>
        rows.map((row) => ({ status: presentStatus(row, integrationOf(row)) })),
      ),
  }),

  operation(
    "getOrganizationIntegrationStatus",
    `GET ${path}/integrations/:integrationName/installation_status`,
    {
      summary: "Tell how far an integration is set up on an organization",
      access: onOrganization("read"),
      reply: { 200: IntegrationStatus },
      handle: async ({ context, caller, organization, params }) => {
        const { read } = context.database;
        const row = await findInstallationIn(read, caller.userId, organization.id, params.integrationName);
        if (row === undefined) throw notFound("Installation");
        return { status: presentStatus(row, row) };
      },
    },
  ),

  operation("listSpaceIntegrations", "GET /spaces/:spaceId/integrations", {
    summary: "List the integrations that are installed on a space",
    access: onSpace("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(Integration) },
    handle: (call) => listInstalledOn(call, "space", { ...call.member, id: call.space.id }),
  }),

  operation("listSpaceIntegrationsBlocks", "GET /spaces/:spaceId/integration-blocks", {
    summary: "List the blocks that the integrations of a space bring along",
    access: onSpace("read"),
    reply: { 200: IntegrationBlocks },
    handle: async ({ context, space, member }) => {
      const { read } = context.database;
      const sizes = await matchInstalledOn(read, "space", { ...member, id: space.id })
        .where("integrations.has_blocks", "=", 1)
        .orderBy("integrations.name")
        .select(["integrations.name", sql<number>`length(integrations.details)`.as("size")])
        .execute();
      // The list has no pages, so it is truncated.
      const fitting = countWithin(
        sizes.map(({ size }) => size),
        integrationWeight.most,
      );
      const names = sizes.slice(0, fitting).map(({ name }) => name);
      const rows = await findIntegrations(read, names);
      const blocks = new Map(rows.map((row) => [row.name, parseDetails(row).blocks ?? []]));
      return names.flatMap((name) => ({ name, blocks: blocks.get(name) ?? [] }));
    },
  }),

  operation("listSiteIntegrations", `GET ${path}/sites/:siteId/integrations`, {
    summary: "List the integrations that are installed on a site",
    access: onSite("read"),
    query: NamedListQuery,
    reply: { 200: ListOf(Integration) },
    handle: (call) => listInstalledOn(call, "site", { ...call.member, id: call.site.id }),
  }),
];

type IntegrationOf = (row: InstallationRow) => IntegrationRow;

/** Lists the installations of an organization, each as `show` presents it and with its integration. */
async function listInstallations<Shown extends object>(
  call: ListCall,
  organizationId: string,
  show: (rows: readonly InstallationRow[], integrationOf: IntegrationOf) => Promise<Shown[]>,
) {
  const { context, caller, query } = call;
  const { read } = context.database;
  const page = await readPage(call, {
    matching: matchInstallationsIn(read, caller.userId, { organizationId, ...query }),
    select: selectInstallations,
    keys: ["installations.integration"],
    order: "asc",
    weight: {
      of: sql<number>`length(integrations.details) + length(installations.configuration)`,
      most: integrationWeight.most,
    },
  });
  const names = page.rows.map(({ integration }) => integration);
  const found = new Map((await findIntegrations(read, names)).map((row) => [row.name, row]));
  const integrationOf = ({ integration }: InstallationRow) => {
    const row = found.get(integration);
    if (row === undefined) throw concurrentlyDeleted();
    return row;
  };
  const [shown, integrations] = await Promise.all([
    show(page.rows, integrationOf),
    presentIntegrations(call, page.rows.map(integrationOf)),
  ]);
  const items = shown.flatMap((item, i) => {
    const integration = integrations[i];
    return integration === undefined ? [] : [{ ...item, integration }];
  });
  return listReply(page, items);
}

async function listInstalledOn(call: ListCall, kind: TargetKind, target: TargetWithRole) {
  const { context, query } = call;
  const page = await readPage(call, {
    matching: matchInstalledOn(context.database.read, kind, target, query.search),
    select: (found) => found.select(integrationColumns),
    keys: ["integrations.name"],
    order: "asc",
    weight: integrationWeight,
  });
  return listReply(page, await presentIntegrations(call, page.rows));
}

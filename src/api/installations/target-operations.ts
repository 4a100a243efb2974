import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { sql } from "kysely";
import type { Role } from "../../identity/roles/index.ts";
import { requireFound } from "../../platform/index.ts";
import type { PlacedInstallationTable } from "../../storage/database/index.ts";
import { type Call, ListOf, type Operation, operation, readList } from "../http/index.ts";
import { type IntegrationRow, onIntegration, type TargetKind, targetColumns } from "../integrations/index.ts";
import { type OnTarget, onInstallation, onTarget, onTargetInstallation } from "./access.ts";
import { installOnTarget, uninstallFromTarget, updatePlaced } from "./change-installation.ts";
import {
  configurationFor,
  type PlacedInstallations,
  presentSiteInstallations,
  presentSpaceInstallations,
} from "./present.ts";
import {
  AllPlacedListQuery,
  ExtendedQuery,
  PlacedInstallationUpdate,
  PlacedListQuery,
  SiteInstallation,
  SpaceInstallation,
} from "./schema.ts";
import { configurationWeight, type InstallationRow, selectInstallations, selectPlaced } from "./store.ts";

type TargetInstallation = SpaceInstallation | SiteInstallation;

/** The operations on installations on spaces, or on sites. */
function operationsOn(
  kind: TargetKind,
  Create: TObject,
  Item: TSchema & { readonly static: TargetInstallation },
  present: (call: Call, placed: PlacedInstallations) => Promise<TargetInstallation[]>,
): Operation[] {
  const listPath = `/integrations/:integrationName/installations/:installationId/${kind}s` as const;
  const itemPath = `${listPath}/:${kind}Id` as const;
  const Kind = kind === "space" ? "Space" : "Site";

  const presentTarget = async (
    call: Call<unknown, { extended: boolean }> & OnTarget,
    row: PlacedInstallationTable,
  ): Promise<TargetInstallation> => {
    const { installation, query } = call;
    const [placed] = await present(call, {
      rows: [row],
      roleIn: () => installation.role,
      declaration: configurationFor(installation, kind),
      extended: query.extended,
    });
    return requireFound(placed, "Installation");
  };

  const listTargets = (
    call: Call<unknown, { page?: string; limit: number; extended: boolean; externalId?: string }>,
    integration: Pick<IntegrationRow, "details">,
    installations: readonly Pick<InstallationRow, "id" | "organization_id" | "role">[],
  ) => {
    const { externalId, extended } = call.query;
    const declaration = configurationFor(integration, kind);
    const ids = installations.map(({ id }) => id);
    const roles = new Map(installations.map(({ organization_id, role }) => [organization_id, role]));
    const roleIn = (organizationId: string) => roles.get(organizationId) ?? "read";
    return readList(call, {
      matching: selectPlaced(call.context.database.read, kind, ids, externalId),
      select: (query) => query.selectAll(),
      keys: ["placed_installations.installation_id", `placed_installations.${targetColumns[kind]}`],
      weight: configurationWeight("placed_installations", declaration),
      present: (rows) => present(call, { rows, roleIn, declaration, extended }),
    });
  };

  return [
    operation(`listIntegration${Kind}Installations`, `GET /integrations/:integrationName/${kind}s`, {
      summary: `List the ${kind}s that an integration is installed on, among those of the caller's organizations`,
      access: onIntegration(),
      query: AllPlacedListQuery,
      reply: { 200: ListOf(Item) },
      handle: async (call) => {
        const { context, caller, integration } = call;
        const installations = await selectInstallations(context.database.read, caller.userId, {
          integration: integration.name,
        })
          .select(["installations.id", "installations.organization_id", sql<Role>`members.role`.as("role")])
          .execute();
        return listTargets(call, integration, installations);
      },
    }),

    operation(`listIntegrationInstallation${Kind}s`, `GET ${listPath}`, {
      summary: `List the ${kind}s of an organization that an integration is installed on`,
      access: onInstallation("read"),
      query: PlacedListQuery,
      reply: { 200: ListOf(Item) },
      handle: (call) => listTargets(call, call.installation, [call.installation]),
    }),

    operation(`installIntegrationOn${Kind}`, `POST ${listPath}`, {
      summary: `Install an integration on a ${kind}`,
      access: onTarget(kind, "admin"),
      query: ExtendedQuery,
      body: Create,
      reply: { 201: Item },
      handle: async (call) => presentTarget(call, await installOnTarget(call, kind, call)),
    }),

    operation(`getIntegration${Kind}Installation`, `GET ${itemPath}`, {
      summary: `Read the installation of an integration on a ${kind}`,
      access: onTargetInstallation(kind, "read"),
      query: ExtendedQuery,
      reply: { 200: Item },
      handle: (call) => presentTarget(call, call.placed),
    }),

    operation(`updateIntegration${Kind}Installation`, `PATCH ${itemPath}`, {
      summary: `Configure an integration on a ${kind}`,
      access: onTargetInstallation(kind, "admin"),
      query: ExtendedQuery,
      body: PlacedInstallationUpdate,
      reply: { 200: Item },
      handle: async (call) => presentTarget(call, await updatePlaced(call, kind, call, call.body)),
    }),

    operation(`uninstallIntegrationFrom${Kind}`, `DELETE ${itemPath}`, {
      summary: `Uninstall an integration from a ${kind}`,
      access: onTargetInstallation(kind, "admin"),
      reply: { 205: null },
      handle: (call) => uninstallFromTarget(call, kind, call),
    }),
  ];
}

const Id = Type.String({ minLength: 1 });

export const targetOperations: readonly Operation[] = [
  ...operationsOn("space", Type.Object({ space: Id }), SpaceInstallation, presentSpaceInstallations),
  ...operationsOn("site", Type.Object({ siteId: Id }), SiteInstallation, presentSiteInstallations),
];

import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { concurrentlyDeleted } from "../../platform/index.ts";
import type { PlacedInstallationTable } from "../../storage/database/index.ts";
import { type Call, ListOf, listReply, type Operation, operation, readPage } from "../http/index.ts";
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
  Extended,
  PlacedInstallationUpdate,
  PlacedListQuery,
  SiteInstallation,
  SpaceInstallation,
} from "./schema.ts";
import { configurationWeight, type InstallationRow, listOwnInstallations, matchPlaced } from "./store.ts";

type Placed = SpaceInstallation | SiteInstallation;

/** The differences between spaces and sites. */
interface Target {
  readonly kind: TargetKind;
  /** The ids of the operations. */
  readonly ids: Readonly<Record<"listAll" | "list" | "create" | "get" | "update" | "remove", string>>;
  readonly Create: TObject;
  readonly Item: TSchema & { readonly static: Placed };
  present(call: Call, placed: PlacedInstallations): Promise<Placed[]>;
}

/** The operations on installations on spaces, or on sites. */
function operationsOn({ kind, ids, Create, Item, present }: Target): Operation[] {
  const inInstallation = `/integrations/:integrationName/installations/:installationId/${kind}s` as const;
  const onOne = `${inInstallation}/:${kind}Id` as const;

  const presentOne = async (
    call: Call<unknown, { extended: boolean }> & OnTarget,
    row: PlacedInstallationTable,
  ): Promise<Placed> => {
    const { installation, query } = call;
    const [placed] = await present(call, {
      rows: [row],
      roleIn: () => installation.role,
      declaration: configurationFor(installation, kind),
      extended: query.extended,
    });
    if (placed === undefined) throw concurrentlyDeleted();
    return placed;
  };

  const listOn = async (
    call: Call<unknown, { page?: string; limit: number; extended: boolean; externalId?: string }>,
    integration: Pick<IntegrationRow, "details">,
    installations: readonly Pick<InstallationRow, "id" | "organization_id" | "role">[],
  ) => {
    const { context, query } = call;
    const declaration = configurationFor(integration, kind);
    const page = await readPage(call, {
      matching: matchPlaced(context.database.read, kind, installations, query.externalId),
      select: (found) => found.selectAll(),
      keys: ["placed_installations.installation_id", `placed_installations.${targetColumns[kind]}`],
      order: "asc",
      weight: configurationWeight("placed_installations", declaration),
    });
    const roles = new Map(installations.map(({ organization_id, role }) => [organization_id, role]));
    const items = await present(call, {
      rows: page.rows,
      roleIn: (organizationId) => roles.get(organizationId) ?? "read",
      declaration,
      extended: query.extended,
    });
    return listReply(page, items);
  };

  return [
    operation(ids.listAll, `GET /integrations/:integrationName/${kind}s`, {
      summary: `List the ${kind}s that an integration is installed on, among those of the caller's organizations`,
      access: onIntegration(),
      query: AllPlacedListQuery,
      reply: { 200: ListOf(Item) },
      handle: async (call) => {
        const { context, caller, integration } = call;
        const { read } = context.database;
        return listOn(call, integration, await listOwnInstallations(read, caller.userId, integration.name));
      },
    }),

    operation(ids.list, `GET ${inInstallation}`, {
      summary: `List the ${kind}s of an organization that an integration is installed on`,
      access: onInstallation("read"),
      query: PlacedListQuery,
      reply: { 200: ListOf(Item) },
      handle: (call) => listOn(call, call.installation, [call.installation]),
    }),

    operation(ids.create, `POST ${inInstallation}`, {
      summary: `Install an integration on a ${kind}`,
      access: onTarget(kind, "admin"),
      query: Extended,
      body: Create,
      reply: { 201: Item },
      handle: async (call) => presentOne(call, await installOnTarget(call, kind, call)),
    }),

    operation(ids.get, `GET ${onOne}`, {
      summary: `Read the installation of an integration on a ${kind}`,
      access: onTargetInstallation(kind, "read"),
      query: Extended,
      reply: { 200: Item },
      handle: (call) => presentOne(call, call.placed),
    }),

    operation(ids.update, `PATCH ${onOne}`, {
      summary: `Configure an integration on a ${kind}`,
      access: onTargetInstallation(kind, "admin"),
      query: Extended,
      body: PlacedInstallationUpdate,
      reply: { 200: Item },
      handle: async (call) => presentOne(call, await updatePlaced(call, kind, call, call.body)),
    }),

    operation(ids.remove, `DELETE ${onOne}`, {
      summary: `Uninstall an integration from a ${kind}`,
      access: onTargetInstallation(kind, "admin"),
      reply: { 205: null },
      handle: (call) => uninstallFromTarget(call, kind, call),
    }),
  ];
}

const Id = Type.String({ minLength: 1 });

export const spaceOperations = operationsOn({
  kind: "space",
  ids: {
    listAll: "listIntegrationSpaceInstallations",
    list: "listIntegrationInstallationSpaces",
    create: "installIntegrationOnSpace",
    get: "getIntegrationSpaceInstallation",
    update: "updateIntegrationSpaceInstallation",
    remove: "uninstallIntegrationFromSpace",
  },
  Create: Type.Object({ space: Id }),
  Item: SpaceInstallation,
  present: presentSpaceInstallations,
});

export const siteOperations = operationsOn({
  kind: "site",
  ids: {
    listAll: "listIntegrationSiteInstallations",
    list: "listIntegrationInstallationSites",
    create: "installIntegrationOnSite",
    get: "getIntegrationSiteInstallation",
    update: "updateIntegrationSiteInstallation",
    remove: "uninstallIntegrationFromSite",
  },
  Create: Type.Object({ siteId: Id }),
  Item: SiteInstallation,
  present: presentSiteInstallations,
});

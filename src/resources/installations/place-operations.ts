import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { vanished } from "../../errors.ts";
import type { Call, Operation } from "../../http/operation.ts";
import { operation } from "../../http/operation.ts";
import { listOf, readPage } from "../../http/paging.ts";
import { ListOf } from "../../http/schemas.ts";
import { onIntegration } from "../integrations/access.ts";
import { integrationWeight } from "../integrations/store.ts";
import { onInstallation, onPlace, onPlaced } from "./access.ts";
import { presentSiteInstallations, presentSpaceInstallations } from "./present.ts";
import {
  AllPlacedListQuery,
  Extended,
  PlacedInstallationUpdate,
  PlacedListQuery,
  SiteInstallation,
  SpaceInstallation,
} from "./schema.ts";
import { matchPlaced, type PlacedRow, type PlaceKind, placeColumns, placedColumns } from "./store.ts";

type Placed = SpaceInstallation | SiteInstallation;

/** What differs between spaces and sites. */
interface Place {
  readonly kind: PlaceKind;
  /** As the operations are called, in the order of their declaration. */
  readonly ids: readonly [
    all: string,
    list: string,
    create: string,
    get: string,
    update: string,
    remove: string,
  ];
  readonly Create: TObject;
  readonly Item: TSchema & { readonly static: Placed };
  present(call: Call, rows: readonly PlacedRow[], extended: boolean): Promise<Placed[]>;
}

const changing = () => import("./change-installation.ts");

/** The same operations for installations on spaces and on sites. */
function operationsOn({ kind, ids, Create, Item, present }: Place): Operation[] {
  const [all, list, create, get, update, remove] = ids;
  const inInstallation = `/integrations/:integrationName/installations/:installationId/${kind}s` as const;
  const onOne = `${inInstallation}/:${kind}Id` as const;
  const presentOne = async (call: Call<unknown, { extended: boolean }>, row: PlacedRow) => {
    const [placed] = await present(call, [row], call.query.extended);
    if (placed === undefined) throw vanished();
    return placed;
  };

  type ListCall = Call<unknown, { page?: string; limit: number; extended: boolean }>;
  const listMatching = async (call: ListCall, matching: ReturnType<typeof matchPlaced>) => {
    const page = await readPage(call, {
      matching,
      select: (found) => found.select(placedColumns),
      keys: ["placed_installations.installation_id", `placed_installations.${placeColumns[kind]}`],
      order: "asc",
      weight: integrationWeight,
    });
    return listOf(page, await present(call, page.rows, call.query.extended));
  };

  return [
    operation({
      id: all,
      method: "GET",
      path: `/integrations/:integrationName/${kind}s`,
      summary: `List the ${kind}s that an integration is installed on, among those of the caller's organizations`,
      access: onIntegration(),
      query: AllPlacedListQuery,
      reply: { 200: ListOf(Item) },
      handle: (call) => {
        const { context, caller, integration, query } = call;
        const filter = { integration: integration.name, ...query };
        return listMatching(call, matchPlaced(context.database.read, caller.userId, kind, filter));
      },
    }),

    operation({
      id: list,
      method: "GET",
      path: inInstallation,
      summary: `List the ${kind}s of an organization that an integration is installed on`,
      access: onInstallation("read"),
      query: PlacedListQuery,
      reply: { 200: ListOf(Item) },
      handle: (call) => {
        const { context, caller, installation } = call;
        const filter = { integration: installation.integration, installationId: installation.id };
        return listMatching(call, matchPlaced(context.database.read, caller.userId, kind, filter));
      },
    }),

    operation({
      id: create,
      method: "POST",
      path: inInstallation,
      summary: `Install an integration on a ${kind}`,
      access: onPlace(kind, "admin"),
      query: Extended,
      body: Create,
      reply: { 201: Item },
      handle: async (call) => {
        const { installOnPlace } = await changing();
        return presentOne(call, await installOnPlace(call, kind, call));
      },
    }),

    operation({
      id: get,
      method: "GET",
      path: onOne,
      summary: `Read the installation of an integration on a ${kind}`,
      access: onPlaced(kind, "read"),
      query: Extended,
      reply: { 200: Item },
      handle: (call) => presentOne(call, call.placed),
    }),

    operation({
      id: update,
      method: "PATCH",
      path: onOne,
      summary: `Configure an integration on a ${kind}`,
      access: onPlaced(kind, "admin"),
      query: Extended,
      body: PlacedInstallationUpdate,
      reply: { 200: Item },
      handle: async (call) => {
        const { updatePlaced } = await changing();
        return presentOne(call, await updatePlaced(call, kind, call, call.body));
      },
    }),

    operation({
      id: remove,
      method: "DELETE",
      path: onOne,
      summary: `Uninstall an integration from a ${kind}`,
      access: onPlaced(kind, "admin"),
      reply: { 204: null },
      handle: async (call) => {
        const { uninstallFromPlace } = await changing();
        await uninstallFromPlace(call, kind, call);
      },
    }),
  ];
}

const Id = Type.String({ minLength: 1 });

export const spaceOperations = operationsOn({
  kind: "space",
  ids: [
    "listIntegrationSpaceInstallations",
    "listIntegrationInstallationSpaces",
    "installIntegrationOnSpace",
    "getIntegrationSpaceInstallation",
    "updateIntegrationSpaceInstallation",
    "uninstallIntegrationFromSpace",
  ],
  Create: Type.Object({ space: Id }),
  Item: SpaceInstallation,
  present: presentSpaceInstallations,
});

export const siteOperations = operationsOn({
  kind: "site",
  ids: [
    "listIntegrationSiteInstallations",
    "listIntegrationInstallationSites",
    "installIntegrationOnSite",
    "getIntegrationSiteInstallation",
    "updateIntegrationSiteInstallation",
    "uninstallIntegrationFromSite",
  ],
  Create: Type.Object({ siteId: Id }),
  Item: SiteInstallation,
  present: presentSiteInstallations,
});

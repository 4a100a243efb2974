import type { Context } from "../../context.ts";
import { badInput, changedMeanwhile, conflict } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { requireValid } from "../integrations/configuration.ts";
import type { IntegrationRow } from "../integrations/store.ts";
import type { OnPlace } from "./access.ts";
import { installOn, installOnAll } from "./everywhere.ts";
import { configurationFor } from "./present.ts";
import type { InstallationUpdate, PlacedInstallationUpdate } from "./schema.ts";
import {
  findInstallation,
  findPlaced,
  type InstallationRow,
  joinExternalIds,
  type PlacedRow,
  type PlaceKind,
  placeColumns,
} from "./store.ts";

/** Who changes something, and where everything is. */
interface By {
  readonly context: Context;
  readonly caller: { readonly userId: string };
}

/** Installs an integration on an organization, and on nothing in it yet. */
export async function install(
  { context: { database, clock }, caller }: By,
  { name }: IntegrationRow,
  organizationId: string,
): Promise<InstallationRow> {
  return database.write(async (trx) => {
    const present = await trx
      .selectFrom("installations")
      .where("organization_id", "=", organizationId)
      .where("integration", "=", name)
      .select("id")
      .executeTakeFirst();
    if (present !== undefined)
      throw conflict(`The integration "${name}" is installed on this organization already`);
    const [id, now] = [newId(), clock.now()];
    await trx
      .insertInto("installations")
      .values({
        id,
        organization_id: organizationId,
        integration: name,
        space_selection: "selected",
        site_selection: "selected",
        external_ids: "",
        created_at: now,
        updated_at: now,
        configuration: "{}",
      })
      .execute();
    return existing(await findInstallation(trx, caller.userId, name, id));
  });
}

export async function updateInstallation(
  { context: { database, clock }, caller }: By,
  { id, integration }: InstallationRow,
  update: InstallationUpdate,
): Promise<InstallationRow> {
  return database.write(async (trx) => {
    const find = async () => existing(await findInstallation(trx, caller.userId, integration, id));
    const row = await find();
    const selections = { space: update.space_selection, site: update.site_selection };
    for (const kind of ["space", "site"] as const)
      if (selections[kind] === "all") {
        requireTarget(row, kind, `${kind}_selection`);
        await installOnAll(trx, kind, row);
      }
    await trx
      .updateTable("installations")
      .set({
        space_selection: selections.space ?? row.space_selection,
        site_selection: selections.site ?? row.site_selection,
        ...changesOf(row, "account", update),
        updated_at: clock.now(),
      })
      .where("organization_id", "=", row.organization_id)
      .where("id", "=", id)
      .execute();
    return find();
  });
}

/** With all that it is installed on inside of the organization. */
export async function uninstall(
  { context: { database } }: By,
  { organization_id, id }: InstallationRow,
): Promise<void> {
  await database.write((trx) =>
    trx
      .deleteFrom("installations")
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .execute(),
  );
}

/** Installs on a space or a site what is installed on its organization. */
export async function installOnPlace(
  { context: { database, clock }, caller }: By,
  kind: PlaceKind,
  { installation, placeId }: OnPlace,
): Promise<PlacedRow> {
  requireTarget(installation, kind, kind === "space" ? "space" : "siteId");
  return database.write(async (trx) => {
    const find = () => findPlaced(trx, caller.userId, kind, installation, placeId);
    if ((await find()) !== undefined) throw conflict(`The integration is installed on this ${kind} already`);
    // Both may have gone meanwhile, or the space have moved on.
    const row = await findInstallation(trx, caller.userId, installation.integration, installation.id);
    const place = await trx
      .selectFrom(kind === "space" ? "spaces" : "sites")
      .where("organization_id", "=", installation.organization_id)
      .where("id", "=", placeId)
      .select("id")
      .executeTakeFirst();
    if (row === undefined || place === undefined) throw changedMeanwhile();
    await installOn(trx, kind, row, [placeId]);
    await trx
      .updateTable("installations")
      .set({ updated_at: clock.now() })
      .where("organization_id", "=", row.organization_id)
      .where("id", "=", row.id)
      .execute();
    return existing(await find());
  });
}

export async function updatePlaced(
  { context: { database }, caller }: By,
  kind: PlaceKind,
  { installation, placeId }: OnPlace,
  update: PlacedInstallationUpdate,
): Promise<PlacedRow> {
  return database.write(async (trx) => {
    const find = async () => existing(await findPlaced(trx, caller.userId, kind, installation, placeId));
    const changes = changesOf(await find(), kind, update);
    if (Object.keys(changes).length > 0)
      await trx
        .updateTable("placed_installations")
        .set(changes)
        .where("organization_id", "=", installation.organization_id)
        .where("installation_id", "=", installation.id)
        .where(placeColumns[kind], "=", placeId)
        .execute();
    return find();
  });
}

export async function uninstallFromPlace(
  { context: { database } }: By,
  kind: PlaceKind,
  { installation, placeId }: OnPlace,
): Promise<void> {
  const { organization_id, id } = installation;
  await database.write(async (trx) => {
    const row = await trx
      .selectFrom("installations")
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .select(["space_selection", "site_selection"])
      .executeTakeFirst();
    if (row?.[`${kind}_selection`] === "all")
      throw conflict(
        `The integration is installed on all ${kind}s; set ${kind}_selection of the installation to selected first`,
      );
    await trx
      .deleteFrom("placed_installations")
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", id)
      .where(placeColumns[kind], "=", placeId)
      .execute();
  });
}

function existing<Row>(row: Row | undefined): Row {
  if (row === undefined) throw changedMeanwhile();
  return row;
}

/** What the integration does not know of the place where it is to be is for it to say. */
function requireTarget({ target }: InstallationRow, kind: PlaceKind, field: string): void {
  if (target !== "all" && target !== kind)
    throw badInput(field, `this integration cannot be installed on ${kind}s: its target is ${target}`);
}

function changesOf(
  row: Pick<InstallationRow, "details">,
  place: "account" | PlaceKind,
  { configuration, externalIds }: PlacedInstallationUpdate,
): { configuration?: string; external_ids?: string } {
  if (configuration !== undefined) requireValid(configuration, configurationFor(row, place));
  return {
    ...(configuration && { configuration: JSON.stringify(configuration) }),
    ...(externalIds && { external_ids: joinExternalIds(externalIds) }),
  };
}

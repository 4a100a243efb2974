import { badInput, concurrentlyChanged, conflict, newId } from "../../platform/index.ts";
import { findSite } from "../../publishing/index.ts";
import { isRow, type PlacedInstallationTable, type Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import {
  findConfigurationError,
  type IntegrationRow,
  installOn,
  installOnAll,
  type TargetKind,
  targetColumns,
} from "../integrations/index.ts";
import { lockLibraryItems } from "../library-items/index.ts";
import type { OnTarget } from "./access.ts";
import { configurationFor } from "./present.ts";
import type { InstallationUpdate, PlacedInstallationUpdate } from "./schema.ts";
import { findInstallation, findPlaced, type InstallationWithIntegration, joinExternalIds } from "./store.ts";

/** Limits the JSON text of a configuration, in characters. */
const maxConfigurationLength = 65_536;

type CallContext = Pick<Call, "context" | "caller">;

/** Installs an integration on an organization, but not yet on its spaces and sites. */
export async function install(
  { context: { database, clock }, caller }: CallContext,
  { name }: IntegrationRow,
  organizationId: string,
): Promise<InstallationWithIntegration> {
  return database.write(async (trx) => {
    const installed = await trx
      .selectFrom("installations")
      .where("organization_id", "=", organizationId)
      .where("integration", "=", name)
      .select("id")
      .executeTakeFirst();
    if (installed !== undefined)
      throw conflict(`The integration "${name}" is already installed on this organization`);
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
    return requireRow(await findInstallation(trx, caller.userId, { integration: name, id }));
  });
}

export async function updateInstallation(
  { context: { database, clock }, caller }: CallContext,
  { id, integration }: InstallationWithIntegration,
  update: InstallationUpdate,
): Promise<InstallationWithIntegration> {
  return database.write(async (trx) => {
    const find = async () => requireRow(await findInstallation(trx, caller.userId, { integration, id }));
    const row = await find();
    const selections = { space: update.space_selection, site: update.site_selection };
    for (const kind of ["space", "site"] as const)
      if (selections[kind] === "all") {
        requireSupported(row, kind, `${kind}_selection`);
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
      .where(isRow(row))
      .execute();
    return find();
  });
}

/** Installs on a space or a site an integration that is installed on its organization. */
export async function installOnTarget(
  { context: { database }, caller }: CallContext,
  kind: TargetKind,
  { installation, targetId }: OnTarget,
): Promise<PlacedInstallationTable> {
  requireSupported(installation, kind, kind === "space" ? "space" : "siteId");
  return database.write(async (trx) => {
    await lockTarget(trx, kind, installation.organization_id, targetId);
    const { id, integration } = installation;
    const row = requireRow(await findInstallation(trx, caller.userId, { integration, id }));
    const find = () => findPlaced(trx, kind, installation, targetId);
    if ((await find()) !== undefined) throw conflict(`The integration is already installed on this ${kind}`);
    await installOn(trx, kind, row, [targetId]);
    return requireRow(await find());
  });
}

/** Checks again within the transaction: the target may have been deleted or transferred in the meantime. */
async function lockTarget(trx: Writer, kind: TargetKind, organizationId: string, id: string): Promise<void> {
  if (kind === "space") await lockLibraryItems(trx, organizationId, [id]);
  else requireRow(await findSite(trx, organizationId, id));
}

export async function updatePlaced(
  { context: { database } }: CallContext,
  kind: TargetKind,
  { installation, targetId }: OnTarget,
  update: PlacedInstallationUpdate,
): Promise<PlacedInstallationTable> {
  const changes = changesOf(installation, kind, update);
  return database.write(async (trx) => {
    if (Object.keys(changes).length > 0)
      await trx
        .updateTable("placed_installations")
        .set(changes)
        .where("organization_id", "=", installation.organization_id)
        .where("installation_id", "=", installation.id)
        .where(targetColumns[kind], "=", targetId)
        .execute();
    return requireRow(await findPlaced(trx, kind, installation, targetId));
  });
}

export async function uninstallFromTarget(
  { context: { database } }: CallContext,
  kind: TargetKind,
  { installation, targetId }: OnTarget,
): Promise<void> {
  await database.write(async (trx) => {
    const row = await trx
      .selectFrom("installations")
      .where(isRow(installation))
      .select(["space_selection", "site_selection"])
      .executeTakeFirst();
    if (row?.[`${kind}_selection`] === "all")
      throw conflict(
        `The integration is installed on all ${kind}s; set ${kind}_selection of the installation to selected first`,
      );
    await trx
      .deleteFrom("placed_installations")
      .where("organization_id", "=", installation.organization_id)
      .where("installation_id", "=", installation.id)
      .where(targetColumns[kind], "=", targetId)
      .execute();
  });
}

function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw concurrentlyChanged();
  return row;
}

function requireSupported({ target }: InstallationWithIntegration, kind: TargetKind, field: string): void {
  if (target !== "all" && target !== kind)
    throw badInput(field, `this integration cannot be installed on ${kind}s: its target is ${target}`);
}

function changesOf(
  installation: InstallationWithIntegration,
  target: "account" | TargetKind,
  { configuration, externalIds }: PlacedInstallationUpdate,
): { configuration?: string; external_ids?: string } {
  const text = configuration && JSON.stringify(configuration);
  if (text !== undefined && text.length > maxConfigurationLength)
    throw badInput("configuration", `must have at most ${maxConfigurationLength} characters`);
  const error =
    configuration && findConfigurationError(configuration, configurationFor(installation, target));
  if (error !== undefined) throw badInput(`configuration.${error.name}`, error.message);
  return {
    ...(text && { configuration: text }),
    ...(externalIds && { external_ids: joinExternalIds(externalIds) }),
  };
}

import { badInput, concurrentlyChanged, conflict, newId } from "../../platform/index.ts";
import { findSite } from "../../publishing/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import {
  findMistake,
  type IntegrationRow,
  installOn,
  installOnAll,
  type TargetKind,
  targetColumns,
} from "../integrations/index.ts";
import { findSpaces } from "../spaces/index.ts";
import type { OnPlace } from "./access.ts";
import { configurationFor } from "./present.ts";
import type { InstallationUpdate, PlacedInstallationUpdate } from "./schema.ts";
import {
  type FoundInstallation,
  findInstallation,
  findPlaced,
  joinExternalIds,
  type PlacedRow,
} from "./store.ts";

/** Of a configuration, written out. */
const longestConfiguration = 65_536;

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
): Promise<FoundInstallation> {
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
  { id, integration }: FoundInstallation,
  update: InstallationUpdate,
): Promise<FoundInstallation> {
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
  { organization_id, id }: FoundInstallation,
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
  { context: { database }, caller }: By,
  kind: TargetKind,
  { installation, placeId }: OnPlace,
): Promise<PlacedRow> {
  requireTarget(installation, kind, kind === "space" ? "space" : "siteId");
  return database.write(async (trx) => {
    await requirePlace(trx, kind, installation.organization_id, placeId);
    const { id, integration } = installation;
    const row = existing(await findInstallation(trx, caller.userId, integration, id));
    const find = () => findPlaced(trx, kind, installation, placeId);
    if ((await find()) !== undefined) throw conflict(`The integration is installed on this ${kind} already`);
    await installOn(trx, kind, row, [placeId]);
    return existing(await find());
  });
}

/** It may have been deleted, or have gone to another organization meanwhile. */
async function requirePlace(db: Reader, kind: TargetKind, organizationId: string, id: string): Promise<void> {
  const place =
    kind === "site"
      ? await findSite(db, organizationId, id)
      : (await findSpaces(db, organizationId, [id])).get(id);
  if (place === undefined || ("deleted_at" in place && place.deleted_at !== null))
    throw concurrentlyChanged();
}

export async function updatePlaced(
  { context: { database } }: By,
  kind: TargetKind,
  { installation, placeId }: OnPlace,
  update: PlacedInstallationUpdate,
): Promise<PlacedRow> {
  const changes = changesOf(installation, kind, update);
  return database.write(async (trx) => {
    if (Object.keys(changes).length > 0)
      await trx
        .updateTable("placed_installations")
        .set(changes)
        .where("organization_id", "=", installation.organization_id)
        .where("installation_id", "=", installation.id)
        .where(targetColumns[kind], "=", placeId)
        .execute();
    return existing(await findPlaced(trx, kind, installation, placeId));
  });
}

export async function uninstallFromPlace(
  { context: { database } }: By,
  kind: TargetKind,
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
      .where(targetColumns[kind], "=", placeId)
      .execute();
  });
}

function existing<Row>(row: Row | undefined): Row {
  if (row === undefined) throw concurrentlyChanged();
  return row;
}

function requireTarget({ target }: FoundInstallation, kind: TargetKind, field: string): void {
  if (target !== "all" && target !== kind)
    throw badInput(field, `this integration cannot be installed on ${kind}s: its target is ${target}`);
}

function changesOf(
  installation: FoundInstallation,
  place: "account" | TargetKind,
  { configuration, externalIds }: PlacedInstallationUpdate,
): { configuration?: string; external_ids?: string } {
  const text = configuration && JSON.stringify(configuration);
  if (text !== undefined && text.length > longestConfiguration)
    throw badInput("configuration", `must have at most ${longestConfiguration} characters`);
  const mistake = configuration && findMistake(configuration, configurationFor(installation, place));
  if (mistake !== undefined) throw badInput(`configuration.${mistake.name}`, mistake.rule);
  return {
    ...(text && { configuration: text }),
    ...(externalIds && { external_ids: joinExternalIds(externalIds) }),
  };
}

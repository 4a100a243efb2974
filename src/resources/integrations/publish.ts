import type { Context } from "../../context.ts";
import type { Writer } from "../../database/database.ts";
import { toFlag } from "../../database/flags.ts";
import type { IntegrationTraitTable } from "../../database/tables.ts";
import { encrypt } from "../../encryption.ts";
import { changedMeanwhile, forbidden } from "../../errors.ts";
import { blobOf, storeBlob } from "../../files/blobs.ts";
import type { Image } from "../../files/images.ts";
import { newId } from "../../ids.ts";
import { detailsFrom, domainsOf, type Images, readImages, searchTextOf } from "./manifest.ts";
import type { StoredImage } from "./present.ts";
import type { IntegrationPublish } from "./schema.ts";
import { type IntegrationRow, integrationColumns } from "./store.ts";

interface Publisher {
  readonly organizationId: string;
  readonly userId: string;
}

/**
 * Publishes an integration, or the next version of it: what is sent takes the place of all that was there, but for its
 * secrets, which nobody could send again, and its visibility. Nothing is shown of it before all of it is there.
 */
export async function publishIntegration(
  context: Context,
  name: string,
  body: IntegrationPublish,
  publisher: Publisher,
): Promise<IntegrationRow> {
  const { database, clock } = context;
  const images = await readImages(body);
  const details = detailsFrom(body, placesOf(images));
  const script = blobOf(Buffer.from(body.script));
  const turn = `integration ${name}`;

  const repositoryId = await database.write((trx) => claim(trx, name, publisher, clock.now()), turn);
  for (const { bytes } of [images.icon ?? [], images.previewImages].flat())
    await storeBlob(database, repositoryId, blobOf(bytes));
  await storeBlob(database, repositoryId, script);

  return database.write(async (trx) => {
    const now = clock.now();
    const row = await findTaken(trx, name);
    // It was unpublished meanwhile, and its files are gone.
    if (row?.repository_id !== repositoryId) throw changedMeanwhile();
    const version = row.version + 1;
    await trx
      .updateTable("integrations")
      .set({
        version,
        published: 1,
        visibility: body.visibility ?? row.visibility,
        target: body.target ?? "all",
        has_blocks: toFlag((body.blocks ?? []).length > 0),
        has_content_sources: toFlag((body.contentSources ?? []).length > 0),
        search_text: searchTextOf(name, body.title),
        title: body.title,
        updated_at: now,
        details,
        ...(body.secrets && { secrets: encryptSecrets(context, name, body.secrets) }),
      })
      .where("organization_id", "=", publisher.organizationId)
      .where("name", "=", name)
      .execute();
    await trx
      .insertInto("integration_versions")
      .values({
        integration: name,
        version,
        runtime: body.runtime,
        script: script.hash,
        published_by: publisher.userId,
        published_at: now,
      })
      .execute();
    await replaceTraits(trx, name, body);
    const published = await findTaken(trx, name);
    if (published === undefined) throw new Error("an integration that was just published is not there");
    return published;
  }, turn);
}

function findTaken(trx: Writer, name: string): Promise<IntegrationRow | undefined> {
  return trx
    .selectFrom("integrations")
    .where("name", "=", name)
    .select(integrationColumns)
    .executeTakeFirst();
}

/** Takes the name, unless another organization has it; gives back where its files belong. */
async function claim(trx: Writer, name: string, { organizationId }: Publisher, now: string): Promise<string> {
  const taken = await findTaken(trx, name);
  if (taken !== undefined && taken.organization_id !== organizationId)
    throw forbidden(`integrationName: "${name}" belongs to another organization`);
  if (taken?.repository_id) return taken.repository_id;
  const id = newId();
  await trx.insertInto("repositories").values({ id, organization_id: organizationId }).execute();
  if (taken !== undefined) {
    await trx
      .updateTable("integrations")
      .set({ repository_id: id })
      .where("organization_id", "=", organizationId)
      .where("name", "=", name)
      .execute();
    return id;
  }
  await trx
    .insertInto("integrations")
    .values({
      name,
      organization_id: organizationId,
      repository_id: id,
      version: 0,
      published: 0,
      visibility: "private",
      target: "all",
      verified: 0,
      has_blocks: 0,
      has_content_sources: 0,
      search_text: "",
      title: "",
      created_at: now,
      updated_at: now,
      details: "{}",
      secrets: null,
    })
    .execute();
  return id;
}

/** Where the images will be kept: by the hash of their bytes. */
function placesOf({ icon, previewImages }: Images): { icon?: StoredImage; previewImages: StoredImage[] } {
  const place = ({ bytes, contentType }: Image) => ({ blob: blobOf(bytes).hash, contentType });
  return { ...(icon && { icon: place(icon) }), previewImages: previewImages.map(place) };
}

/** With the key of the settings where there is one, which is not in the database. */
function encryptSecrets(
  { config, secrets: keys }: Context,
  name: string,
  secrets: NonNullable<IntegrationPublish["secrets"]>,
): Buffer {
  return encrypt(config.encryptionKey ?? keys.integrations, `integration ${name}`, JSON.stringify(secrets));
}

async function replaceTraits(trx: Writer, name: string, body: IntegrationPublish): Promise<void> {
  await trx.deleteFrom("integration_traits").where("integration", "=", name).execute();
  const traits = (kind: IntegrationTraitTable["kind"], values: Iterable<string>) =>
    [...new Set(values)].map((value) => ({ integration: name, kind, value }));
  const rows = [
    ...traits("category", body.categories ?? []),
    ...traits("scope", body.scopes ?? []),
    ...traits("domain", domainsOf(body)),
  ];
  for (let at = 0; at < rows.length; at += 1000)
    await trx
      .insertInto("integration_traits")
      .values(rows.slice(at, at + 1000))
      .execute();
}

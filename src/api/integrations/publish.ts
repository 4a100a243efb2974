import { concurrentlyChanged, encrypt, forbidden, newId } from "../../platform/index.ts";
import {
  type IntegrationTable,
  type IntegrationTraitTable,
  type IntegrationVersionTable,
  toFlag,
  type Writer,
} from "../../storage/database/index.ts";
import { blobOf, type Image, storeBlob } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import { detailsFrom, domainsOf, type Images, readImages, searchTextOf } from "./manifest.ts";
import type { StoredImage } from "./present.ts";
import type { IntegrationPublish } from "./schema.ts";
import { type IntegrationRow, integrationColumns } from "./store.ts";
import { removeInstallations } from "./unpublish.ts";

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
  { organizationId, userId }: Publisher,
): Promise<IntegrationRow> {
  const { database, clock } = context;
  const images = await readImages(body);
  const columns = columnsOf(context, name, body, images);
  const script = blobOf(Buffer.from(body.script));
  const turn = `integration ${name}`;

  const repositoryId = await database.write((trx) => claim(trx, name, organizationId, clock.now()), turn);
  for (const { bytes } of [images.icon ?? [], images.previewImages].flat())
    await storeBlob(database, repositoryId, blobOf(bytes));
  await storeBlob(database, repositoryId, script);

  return database.write(async (trx) => {
    const now = clock.now();
    const taken = await findTaken(trx, name);
    // It was unpublished meanwhile, and its files are gone.
    if (taken?.repository_id !== repositoryId) throw concurrentlyChanged();
    const version = taken.version + 1;
    await adaptInstallations(trx, name, body.target);
    await trx
      .updateTable("integrations")
      .set({ ...columns, version, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("name", "=", name)
      .execute();
    const { runtime } = body;
    await insertVersion(trx, { integration: name, version, runtime, script: script.hash }, userId, now);
    await replaceTraits(trx, name, body);
    const published = await findTaken(trx, name);
    if (published === undefined) throw new Error("an integration that was just published is not there");
    return published;
  }, turn);
}

/** Those of a former life go, and those for all of a kind that the integration is not for any more are for what they are on. */
async function adaptInstallations(
  trx: Writer,
  name: string,
  target: IntegrationPublish["target"] = "all",
): Promise<void> {
  while ((await removeInstallations(trx, name, 1000)) > 0);
  for (const [kind, column] of [
    ["space", "space_selection"],
    ["site", "site_selection"],
  ] as const)
    if (target !== "all" && target !== kind)
      await trx
        .updateTable("installations")
        .set({ [column]: "selected" })
        .where("integration", "=", name)
        .execute();
}

/** What a publication changes, whichever version it is. */
function columnsOf(
  { config, secrets: keys }: Context,
  name: string,
  body: IntegrationPublish,
  images: Images,
): Partial<IntegrationTable> {
  const { title, visibility, target = "all", blocks = [], contentSources = [], secrets } = body;
  // The key of the settings, where there is one, is not in the database.
  const key = config.encryptionKey ?? keys.integrations;
  return {
    published: 1,
    // Nobody has looked at this version yet.
    verified: 0,
    ...(visibility && { visibility }),
    target,
    has_blocks: toFlag(blocks.length > 0),
    has_content_sources: toFlag(contentSources.length > 0),
    search_text: searchTextOf(name, title),
    title,
    details: detailsFrom(body, placesOf(images)),
    ...(secrets && { secrets: encrypt(key, `integration ${name}`, JSON.stringify(secrets)) }),
  };
}

/** Where the images will be kept: by the hash of their bytes. */
function placesOf({ icon, previewImages }: Images): { icon?: StoredImage; previewImages: StoredImage[] } {
  const place = ({ bytes, contentType }: Image) => ({ blob: blobOf(bytes).hash, contentType });
  return { ...(icon && { icon: place(icon) }), previewImages: previewImages.map(place) };
}

function findTaken(trx: Writer, name: string) {
  return trx
    .selectFrom("integrations")
    .where("name", "=", name)
    .select(integrationColumns)
    .select("repository_id")
    .executeTakeFirst();
}

/** Takes the name, unless another organization has it; gives back where its files belong. */
async function claim(trx: Writer, name: string, organizationId: string, now: string): Promise<string> {
  const taken = await findTaken(trx, name);
  if (taken !== undefined && taken.organization_id !== organizationId)
    throw forbidden(`integrationName: "${name}" belongs to another organization`);
  if (taken?.repository_id) return taken.repository_id;
  const id = newId();
  await trx.insertInto("repositories").values({ id, organization_id: organizationId }).execute();
  if (taken === undefined) await insertUnpublished(trx, name, organizationId, now);
  await trx
    .updateTable("integrations")
    .set({ repository_id: id })
    .where("organization_id", "=", organizationId)
    .where("name", "=", name)
    .execute();
  return id;
}

async function insertUnpublished(
  trx: Writer,
  name: string,
  organizationId: string,
  now: string,
): Promise<void> {
  await trx
    .insertInto("integrations")
    .values({
      name,
      organization_id: organizationId,
      repository_id: null,
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
}

async function insertVersion(
  trx: Writer,
  version: Omit<IntegrationVersionTable, "published_by" | "published_at">,
  userId: string,
  now: string,
): Promise<void> {
  await trx
    .insertInto("integration_versions")
    .values({ ...version, published_by: userId, published_at: now })
    .execute();
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

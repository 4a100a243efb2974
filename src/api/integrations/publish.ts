import { concurrentlyChanged, encrypt, fold, forbidden, newId } from "../../platform/index.ts";
import {
  type IntegrationTable,
  type IntegrationTraitTable,
  inSteps,
  toFlag,
  type Writer,
} from "../../storage/database/index.ts";
import { blobOf, type Image, storeBlob } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import { domainsOf, type Images, readImages, serializeDetails } from "./manifest.ts";
import type { IntegrationPublish } from "./schema.ts";
import { type IntegrationRow, integrationColumns } from "./store.ts";

/** The number of installations that one transaction of an unpublishing removes: each may be on thousands of spaces. */
const uninstallBatch = 10;

/**
 * Publishes an integration, or its next version. The manifest replaces everything except for the visibility and the
 * secrets, which are kept if they are omitted. The new version becomes visible atomically.
 */
export async function publishIntegration(
  context: Context,
  name: string,
  body: IntegrationPublish,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<IntegrationRow> {
  const { database, clock } = context;
  const images = readImages(body);
  const columns = columnsOf(context, name, body, images);
  const script = blobOf(Buffer.from(body.script));
  const mutexKey = `integration ${name}`;

  const repositoryId = await database.write((trx) => claim(trx, name, organizationId, clock.now()), mutexKey);
  for (const { bytes } of [images.icon ?? [], images.previewImages].flat())
    await storeBlob(context, repositoryId, blobOf(bytes));
  await storeBlob(context, repositoryId, script);

  return database.write(async (trx) => {
    const now = clock.now();
    const claimed = await findIntegration(trx, name);
    // The integration was unpublished in the meantime, and its files were deleted.
    if (claimed?.repository_id !== repositoryId) throw concurrentlyChanged();
    const version = claimed.version + 1;
    await adaptInstallations(trx, name, body.target);
    const published = await trx
      .updateTable("integrations")
      .set({ ...columns, version, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("name", "=", name)
      .returning(integrationColumns)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("integration_versions")
      .values({
        integration: name,
        version,
        runtime: body.runtime,
        script: script.hash,
        published_by: userId,
        published_at: now,
      })
      .execute();
    await replaceTraits(trx, name, body);
    return published;
  }, mutexKey);
}

/**
 * Deletes installations that an interrupted unpublishing has left. Ends the selection `all` of kinds outside the new target,
 * so that new spaces or sites do not get the integration.
 */
async function adaptInstallations(
  trx: Writer,
  name: string,
  target: IntegrationPublish["target"] = "all",
): Promise<void> {
  while ((await removeInstallations(trx, name, 1000)) > 0);
  for (const kind of ["space", "site"] as const)
    if (target !== "all" && target !== kind)
      await trx
        .updateTable("installations")
        .set({ [`${kind}_selection`]: "selected" })
        .where("integration", "=", name)
        .execute();
}

/** The columns that a publication sets. */
function columnsOf(
  { config, secrets: keys }: Context,
  name: string,
  body: IntegrationPublish,
  { icon, previewImages }: Images,
): Partial<IntegrationTable> {
  const { title, visibility, target = "all", blocks = [], contentSources = [], secrets } = body;
  // A configured key is safer than the one in the database.
  const key = config.encryptionKey ?? keys.integrations;
  const storedImage = ({ bytes, contentType }: Image) => ({ blob: blobOf(bytes).hash, contentType });
  const images = { ...(icon && { icon: storedImage(icon) }), previewImages: previewImages.map(storedImage) };
  return {
    published: 1,
    // Each version is verified anew.
    verified: 0,
    ...(visibility && { visibility }),
    target,
    has_blocks: toFlag(blocks.length > 0),
    has_content_sources: toFlag(contentSources.length > 0),
    search_text: fold(`${name}\n${title}`),
    title,
    details: serializeDetails(body, images),
    ...(secrets && { secrets: encrypt(key, `integration ${name}`, JSON.stringify(secrets)) }),
  };
}

function findIntegration(trx: Writer, name: string) {
  return trx
    .selectFrom("integrations")
    .where("name", "=", name)
    .select(["organization_id", "repository_id", "version"])
    .executeTakeFirst();
}

/** Claims the name for an organization, unless another one owns it. Returns the repository for the files. */
async function claim(trx: Writer, name: string, organizationId: string, now: string): Promise<string> {
  const existing = await findIntegration(trx, name);
  if (existing !== undefined && existing.organization_id !== organizationId)
    throw forbidden(`integrationName: "${name}" belongs to another organization`);
  if (existing?.repository_id) return existing.repository_id;
  const id = newId();
  await trx.insertInto("repositories").values({ id, organization_id: organizationId }).execute();
  if (existing === undefined)
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
  else
    await trx
      .updateTable("integrations")
      .set({ repository_id: id })
      .where("organization_id", "=", organizationId)
      .where("name", "=", name)
      .execute();
  return id;
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
  for (let i = 0; i < rows.length; i += 1000) {
    const batch = rows.slice(i, i + 1000);
    await trx.insertInto("integration_traits").values(batch).execute();
  }
}

/** Deletes everything that was published, then all installations. The organization keeps the name. */
export async function unpublishIntegration(
  { database, clock }: Context,
  { name, organization_id }: IntegrationRow,
): Promise<void> {
  await database.write(async (trx) => {
    // A job deletes the unreferenced repository with its files.
    await trx
      .updateTable("integrations")
      .set({
        published: 0,
        repository_id: null,
        // A later publication must set the visibility again.
        visibility: "private",
        details: "{}",
        secrets: null,
        updated_at: clock.now(),
      })
      .where("organization_id", "=", organization_id)
      .where("name", "=", name)
      .execute();
    for (const table of ["integration_traits", "integration_versions"] as const)
      await trx.deleteFrom(table).where("integration", "=", name).execute();
  }, `integration ${name}`);
  await inSteps(database, (trx) => removeInstallations(trx, name, uninstallBatch), uninstallBatch);
}

/** Deletes a batch of installations of an unpublished integration. Returns their number. */
async function removeInstallations(trx: Writer, name: string, limit: number): Promise<number> {
  const rows = await trx
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .where("installations.integration", "=", name)
    // The integration may have been published and installed again in the meantime.
    .where("integrations.published", "=", 0)
    .select("installations.id")
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.deleteFrom("installations").where("integration", "=", name).where("id", "in", ids).execute();
  return ids.length;
}

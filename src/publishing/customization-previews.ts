import { addMilliseconds } from "../platform/index.ts";
import { inSteps, prepared, type Reader, stepSize, type Writer } from "../storage/database/index.ts";
import { authorizePreview } from "./authorize-visit.ts";
import type { Claims } from "./conditions.ts";
import type { CustomizationInput } from "./customization/index.ts";
import type { SiteLocation } from "./locate-site.ts";
import type { PublishingContext } from "./published-content.ts";
import { type ResolvedUrl, resolveInSite, type UrlRedirect } from "./resolve-url.ts";
import { findSite, type SiteRow } from "./site-store.ts";

/** How long a preview can be opened after its last change, in milliseconds. */
const lifetime = 3_600_000;

/** The number of previews that a user has of a site: one for each tab of the workspace, for example. */
const maxPreviews = 10;

/** A customization that is not saved. Parts that are absent are as they are stored. */
export interface PreviewedCustomization {
  readonly site?: CustomizationInput;
  /** The overrides of site spaces by their ids. */
  readonly siteSpaces?: Readonly<Record<string, CustomizationInput>>;
  /** The mode in which pages are shown, whatever the reader has chosen. */
  readonly mode?: "light" | "dark";
}

/** What a preview shows, and as whom. */
export interface CustomizationPreview extends PreviewedCustomization {
  readonly claims?: Claims;
  readonly includesDrafts?: boolean;
}

interface NewPreview {
  readonly id: string;
  readonly userId: string;
  readonly preview: CustomizationPreview;
}

interface PreviewKey {
  readonly key: string;
  readonly key_hash: string;
}

/** Stores a preview, or changes the one with the same id. The oldest ones of the user are deleted. Returns its key. */
export async function storeCustomizationPreview(
  trx: Writer,
  { id: site_id }: SiteRow,
  { id, userId: user_id, preview }: NewPreview,
  newKey: PreviewKey,
  now: string,
): Promise<{ readonly key: string; readonly expiresAt: string }> {
  const expires_at = addMilliseconds(now, lifetime);
  const values = { preview: JSON.stringify(preview), expires_at };
  // The link of a preview that has ended must not open the next one.
  await trx
    .deleteFrom("customization_previews")
    .where("site_id", "=", site_id)
    .where("user_id", "=", user_id)
    .where("expires_at", "<=", now)
    .execute();
  const { key } = await trx
    .insertInto("customization_previews")
    .values({ site_id, user_id, id, ...newKey, ...values })
    .onConflict((conflict) => conflict.columns(["site_id", "user_id", "id"]).doUpdateSet(values))
    .returning("key")
    .executeTakeFirstOrThrow();
  const own = await trx
    .selectFrom("customization_previews")
    .where("site_id", "=", site_id)
    .where("user_id", "=", user_id)
    .orderBy("expires_at", "desc")
    .orderBy("id")
    .select("key_hash")
    .execute();
  const surplus = own.slice(maxPreviews).map(({ key_hash }) => key_hash);
  if (surplus.length > 0)
    await trx.deleteFrom("customization_previews").where("key_hash", "in", surplus).execute();
  return { key, expiresAt: expires_at };
}

interface PreviewRow {
  readonly organizationId: string;
  readonly siteId: string;
  readonly userId: string;
  readonly preview: string;
}

const findByKey = prepared<{ hash: string; now: string }, PreviewRow>((db, value) =>
  db
    .selectFrom("customization_previews")
    .innerJoin("sites", "sites.id", "customization_previews.site_id")
    .where("customization_previews.key_hash", "=", value("hash"))
    .where("customization_previews.expires_at", ">", value("now"))
    .select([
      "sites.organization_id as organizationId",
      "sites.id as siteId",
      "customization_previews.user_id as userId",
      "customization_previews.preview",
    ]),
);

export async function findCustomizationPreview(
  db: Reader,
  hash: string,
  now: string,
): Promise<PreviewRow | undefined> {
  const [found] = await findByKey(db, { hash, now });
  return found;
}

/**
 * Resolves a URL of a preview: the site as its readers get it, or would get it if it were published, with another customization.
 * Undefined if the user is no longer a member of the organization.
 */
export async function resolveCustomizationPreview(
  context: PublishingContext,
  { organizationId, siteId, userId, preview }: PreviewRow,
  segments: Pick<SiteLocation, "base" | "rest">,
  unsignedClaims: Claims | undefined,
): Promise<UrlRedirect | ResolvedUrl | undefined> {
  const site = await findSite(context.database.read, organizationId, siteId);
  if (site === undefined) return undefined;
  const { claims, includesDrafts, ...customization }: CustomizationPreview = JSON.parse(preview);
  const options = { userId, ...(claims && { claims }), includesDrafts: includesDrafts ?? false };
  const visit = await authorizePreview(context, { site, ...segments }, options, unsignedClaims);
  return visit && resolveInSite(context, { ...site, published: 1 }, { ...visit, customization });
}

/** Deletes the previews that can no longer be opened. */
export async function removeExpiredCustomizationPreviews({
  database,
  clock,
}: PublishingContext): Promise<void> {
  await inSteps(database, async (trx) => {
    const rows = await trx
      .selectFrom("customization_previews")
      .where("expires_at", "<=", clock.now())
      .select("key_hash")
      .limit(stepSize)
      .execute();
    if (rows.length === 0) return 0;
    const hashes = rows.map(({ key_hash }) => key_hash);
    await trx.deleteFrom("customization_previews").where("key_hash", "in", hashes).execute();
    return rows.length;
  });
}

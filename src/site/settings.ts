import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import {
  type CustomizationInput,
  customFontIds,
  parseCustomization,
  readCustomFonts,
  withCustomFonts,
  withVisibleLinks,
} from "../publishing/customization/index.ts";
import {
  isMet,
  memoizeByClaims,
  type PreviewedCustomization,
  type ResolvedUrl,
} from "../publishing/index.ts";
import { preparedShared } from "../storage/database/index.ts";
import { type SiteSettings, siteSettingsOf } from "./customization/index.ts";

/** The stored settings of a site, and those of a site space. */
interface StoredSettings {
  readonly ofSite: string | null;
  readonly ofSpace: string | null;
}

const findStored = preparedShared<
  { organizationId: string; siteId: string; siteSpaceId: string },
  StoredSettings
>((db, value) =>
  db
    .selectFrom("sites")
    .leftJoin("site_spaces", (join) =>
      join.onRef("site_spaces.site_id", "=", "sites.id").on("site_spaces.id", "=", value("siteSpaceId")),
    )
    .where("sites.organization_id", "=", value("organizationId"))
    .where("sites.id", "=", value("siteId"))
    .select(["sites.customization as ofSite", "site_spaces.customization as ofSpace"]),
);

interface KnownSettings extends StoredSettings {
  readonly layers: readonly CustomizationInput[];
  readonly fontIds: readonly string[];
  /** The fonts of the organization among them, as JSON. */
  readonly fonts: string;
  readonly settings: SiteSettings;
}

const known = new LRUCache<string, KnownSettings>({
  max: 200,
});

/** The customization of a site space as this visitor sees it. While it does not change, it is the same object. */
export async function readSettings(
  context: Context,
  { site, siteSpace, visit }: ResolvedUrl,
): Promise<SiteSettings> {
  const keys = { organizationId: site.organization_id, siteId: site.id, siteSpaceId: siteSpace.id };
  const [stored = { ofSite: null, ofSpace: null }] = await findStored(context.database.read, keys);
  const { customization } = visit;
  const settings =
    customization === undefined
      ? await completeSettings(context, keys, stored)
      : await previewedSettings(context, keys, stored, visit.base, customization);
  return visibleSettings(settings, visit.visitor.claims);
}

interface SettingsKeys {
  readonly organizationId: string;
  readonly siteSpaceId: string;
}

/** The settings with a customization that is not saved. They are kept by the path of the preview, which has its key. */
async function previewedSettings(
  context: Context,
  keys: SettingsKeys,
  stored: StoredSettings,
  base: readonly string[],
  { site, siteSpaces = {}, mode }: PreviewedCustomization,
): Promise<SiteSettings> {
  const ofSpace = Object.hasOwn(siteSpaces, keys.siteSpaceId) ? siteSpaces[keys.siteSpaceId] : undefined;
  const previewed = {
    ofSite: site === undefined ? stored.ofSite : JSON.stringify(site),
    ofSpace: ofSpace === undefined ? stored.ofSpace : JSON.stringify(ofSpace),
  };
  const settings = await completeSettings(context, keys, previewed, base.join("/"));
  const { toggeable } = settings.themes;
  const hasMode = toggeable || settings.chosen.mode === "system" || settings.chosen.mode === mode;
  return mode !== undefined && hasMode ? { ...settings, shownMode: mode } : settings;
}

async function completeSettings(
  { database, fileLinks }: Context,
  { organizationId, siteSpaceId }: SettingsKeys,
  { ofSite, ofSpace }: StoredSettings,
  preview = "",
): Promise<SiteSettings> {
  const key = `${siteSpaceId} ${preview}`;
  const last = known.get(key);
  const before = last?.ofSite === ofSite && last.ofSpace === ofSpace ? last : undefined;
  const layers = before?.layers ?? [parseCustomization(ofSite), parseCustomization(ofSpace)];
  const fontIds = before?.fontIds ?? customFontIds(...layers);
  const found = await readCustomFonts(database.read, fileLinks, organizationId, fontIds);
  const fonts = JSON.stringify([...found]);
  if (before?.fonts === fonts) return before.settings;
  const settings = siteSettingsOf(...layers.map((layer) => withCustomFonts(layer, found, fileLinks)));
  known.set(key, { ofSite, ofSpace, layers, fontIds, fonts, settings });
  return settings;
}

const visibleSettings = memoizeByClaims<SiteSettings, SiteSettings>((settings, claims) =>
  withVisibleLinks(settings, (condition) => isMet(condition, claims)),
);

import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { parseCustomization, withVisibleLinks } from "../publishing/customization/index.ts";
import { isMet, memoizeByClaims, type ResolvedUrl } from "../publishing/index.ts";
import { prepared } from "../storage/database/index.ts";
import { type SiteSettings, siteSettingsOf } from "./customization/index.ts";

/** The stored settings of a site, and those of a site space. */
interface StoredSettings {
  readonly ofSite: string | null;
  readonly ofSpace: string | null;
}

const findStored = prepared<{ organizationId: string; siteId: string; siteSpaceId: string }, StoredSettings>(
  (db, value) =>
    db
      .selectFrom("sites")
      .leftJoin("site_spaces", (join) =>
        join.onRef("site_spaces.site_id", "=", "sites.id").on("site_spaces.id", "=", value("siteSpaceId")),
      )
      .where("sites.organization_id", "=", value("organizationId"))
      .where("sites.id", "=", value("siteId"))
      .select(["sites.customization as ofSite", "site_spaces.customization as ofSpace"]),
);

const known = new LRUCache<string, StoredSettings & { readonly settings: SiteSettings }>({
  max: 200,
});

/** The customization of a site space as this visitor sees it. While it does not change, it is the same object. */
export async function readSettings(
  { database }: Context,
  { site, siteSpace, visit }: ResolvedUrl,
): Promise<SiteSettings> {
  const keys = { organizationId: site.organization_id, siteId: site.id, siteSpaceId: siteSpace.id };
  const [stored = { ofSite: null, ofSpace: null }] = await findStored(database.read, keys);
  return visibleSettings(completeSettings(siteSpace.id, stored), visit.visitor.claims);
}

function completeSettings(siteSpaceId: string, { ofSite, ofSpace }: StoredSettings): SiteSettings {
  const before = known.get(siteSpaceId);
  if (before !== undefined && before.ofSite === ofSite && before.ofSpace === ofSpace) return before.settings;
  const settings = siteSettingsOf(parseCustomization(ofSite), parseCustomization(ofSpace));
  known.set(siteSpaceId, { ofSite, ofSpace, settings });
  return settings;
}

const visibleSettings = memoizeByClaims<SiteSettings, SiteSettings>((settings, claims) =>
  withVisibleLinks(settings, (condition) => isMet(condition, claims)),
);

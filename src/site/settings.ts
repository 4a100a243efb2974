import type { Context } from "../api/http/index.ts";
import { parseCustomization, withVisibleLinks } from "../publishing/customization/index.ts";
import { isMet, type ResolvedUrl, readLargeColumn } from "../publishing/index.ts";
import { type SiteSettings, siteSettingsOf } from "./customization/index.ts";

/** The customization of a site space as this visitor sees it. */
export async function readSettings(
  { database }: Context,
  { site, siteSpace, visit }: ResolvedUrl,
): Promise<SiteSettings> {
  const [ofSite, ofSpace] = await Promise.all([
    readLargeColumn(database.read, site, "customization"),
    database.read
      .selectFrom("site_spaces")
      .where("organization_id", "=", site.organization_id)
      .where("id", "=", siteSpace.id)
      .select("customization")
      .executeTakeFirst(),
  ]);
  const settings = siteSettingsOf(
    parseCustomization(ofSite),
    parseCustomization(ofSpace?.customization ?? null),
  );
  return withVisibleLinks(settings, (condition) => isMet(condition, visit.visitor.claims));
}

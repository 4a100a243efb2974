import type { Context } from "../api/http/index.ts";
import { parseCustomization } from "../publishing/customization/index.ts";
import { locateSite, parseUrl } from "../publishing/index.ts";
import { siteSettingsOf } from "./customization/index.ts";
import { type RefusalLook, SiteUrls } from "./page/index.ts";

/** What a page about an error shows of the site, and a text that differs if that differs. */
export interface KeyedLook extends RefusalLook {
  readonly key: string;
}

/**
 * The look of the site at a URL, for a visitor who gets an error. Everyone may see the colors, the logo and the title of a public
 * site. Of a site with visitor authentication, only the colors and fonts are shown; of others, nothing, not even that they exist.
 */
export async function findRefusalLook(context: Context, url: string): Promise<KeyedLook | undefined> {
  try {
    const location = await locateSite(context, parseUrl(url));
    if (location === undefined || location.site.visibility === "share-link") return undefined;
    const { site, base } = location;
    const row = await context.database.read
      .selectFrom("sites")
      .where("organization_id", "=", site.organization_id)
      .where("id", "=", site.id)
      .select("customization")
      .executeTakeFirst();
    const settings = siteSettingsOf(parseCustomization(row?.customization ?? null));
    const isPublic = site.visibility !== "visitor-auth";
    const key = JSON.stringify([base, isPublic, site.title, row?.customization]);
    const urls = new SiteUrls(base, context.fileLinks);
    if (isPublic) return { key, urls, settings, title: settings.title ?? site.title };
    const { favicon, ...others } = settings;
    return { key, urls, settings: { ...others, favicon: {} } };
  } catch {
    // The URL is not valid, or the database does not answer, which may be the error itself.
    return undefined;
  }
}

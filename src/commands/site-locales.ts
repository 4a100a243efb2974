import type { ConfiguredSpace } from "../importing/site-configuration/index.ts";
import { locales } from "../publishing/customization/index.ts";
import type { SiteRef } from "../publishing/index.ts";
import type { Writer } from "../storage/database/index.ts";

/** Sets the language of the frame around the pages of new site spaces, which is part of their customization. */
export async function setLocales(
  trx: Writer,
  site: SiteRef,
  spaces: readonly ConfiguredSpace[],
  existingKeys: ReadonlySet<string>,
): Promise<void> {
  for (const { key, language } of spaces) {
    const locale = locales.find((name) => name === language?.toLowerCase());
    if (locale === undefined || existingKeys.has(key)) continue;
    await trx
      .updateTable("site_spaces")
      .set({ customization: JSON.stringify({ internationalization: { locale } }) })
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .where("source_key", "=", key)
      .where("customization", "is", null)
      .execute();
  }
}

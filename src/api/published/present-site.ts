import { notFound } from "../../platform/index.ts";
import {
  findShownSite,
  isMet,
  noClaims,
  readStructure,
  siteSpacesOf,
  structureFor,
} from "../../publishing/index.ts";
import type { Call } from "../http/index.ts";
import { presenterOf, shareKeyOn } from "../site-structure/index.ts";
import {
  type CustomizationInput,
  completeCustomization,
  readLayer,
  withVisibleLinks,
} from "../sites/customization/index.ts";
import { type OnSharedSite, presentSite } from "../sites/index.ts";

/** How many characters of looks may be said again for each site space. */
const mostLooks = 4_000_000;

/** A site as it is shown to a visitor. A member is one of whom nothing is known. */
export async function presentPublishedSite(call: Call & OnSharedSite) {
  const { context, admission } = call;
  const { read } = context.database;
  const { organization_id: organizationId, id } = call.site;
  const claims = admission?.claims ?? noClaims;
  const [site, all, overrides] = await Promise.all([
    findShownSite(read, organizationId, id),
    readStructure(read, call.site),
    read
      .selectFrom("site_spaces")
      .where("organization_id", "=", organizationId)
      .where("site_id", "=", id)
      .where("customization", "is not", null)
      .select(["id", "customization"])
      .execute(),
  ]);
  if (site === undefined) throw notFound("Site");
  const shown = structureFor(all, claims);
  const siteSpaces = siteSpacesOf(shown);
  const presenter = await presenterOf(call, all, siteSpaces);
  const ofSite = readLayer(site.customization);
  const looksWith = (...layers: CustomizationInput[]) =>
    withVisibleLinks(completeCustomization(ofSite, ...layers), (condition) => isMet(condition, claims));
  const looks = looksWith();
  const different = new Map(
    overrides.map(({ id, customization }) => [id, looksWith(readLayer(customization))]),
  );
  // Where all look alike, clients go by the site; only where that would be too much they have to.
  const repeats = JSON.stringify(looks).length * siteSpaces.length <= mostLooks;
  return {
    object: "published-content-site" as const,
    site: { ...presentSite(context, site, shareKeyOn(call)), siteSpaces: siteSpaces.length },
    structure: presenter.structure(shown),
    customizations: {
      site: looks,
      siteSpaces: Object.fromEntries(
        siteSpaces.flatMap(({ siteSpace: { id } }) => {
          const own = different.get(id) ?? (repeats ? looks : undefined);
          return own === undefined ? [] : [[id, own]];
        }),
      ),
    },
    // What integrations would add to a site, their scripts would have to say, and they are not run.
    scripts: [],
  };
}

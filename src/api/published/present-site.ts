import { notFound } from "../../platform/index.ts";
import {
  type CustomizationInput,
  completeCustomization,
  customFontIds,
  parseCustomization,
  presentCustomization,
  readCustomFonts,
  withCustomFonts,
  withVisibleLinks,
} from "../../publishing/customization/index.ts";
import { findSiteDetails, isMet, noClaims, readStructureView, siteSpacesOf } from "../../publishing/index.ts";
import type { Call } from "../http/index.ts";
import { StructurePresenter } from "../site-structure/index.ts";
import { type OnReadableSite, presentSite, shareKeyFor } from "../sites/index.ts";

/** Limits the total length of the customization settings that are repeated for each site space. */
const maxRepeatedLength = 4_000_000;

/** Presents a site to a visitor. A member sees it as an unidentified visitor does. */
export async function presentPublishedSite(call: Call & OnReadableSite) {
  const { context, visitorAccess } = call;
  const { read } = context.database;
  const { organization_id: organizationId, id } = call.site;
  const claims = visitorAccess?.claims ?? noClaims;
  const [site, { all, visible }, overrides] = await Promise.all([
    findSiteDetails(read, organizationId, id),
    readStructureView(read, call.site, claims),
    read
      .selectFrom("site_spaces")
      .where("organization_id", "=", organizationId)
      .where("site_id", "=", id)
      .where("customization", "is not", null)
      .select(["id", "customization"])
      .execute(),
  ]);
  if (site === undefined) throw notFound("Site");
  const siteSpaces = siteSpacesOf(visible);
  const presenter = await StructurePresenter.load(call, all, siteSpaces);
  const siteLayer = parseCustomization(site.customization);
  const overrideLayers = overrides.map(({ customization }) => parseCustomization(customization));
  const fontIds = customFontIds(siteLayer, ...overrideLayers);
  const fonts = await readCustomFonts(read, context.fileLinks, organizationId, fontIds);
  const customize = (...layers: CustomizationInput[]) =>
    presentCustomization(
      withVisibleLinks(
        completeCustomization(
          ...[siteLayer, ...layers].map((layer) => withCustomFonts(layer, fonts, context.fileLinks)),
        ),
        (condition) => isMet(condition, claims),
      ),
    );
  const customization = customize();
  const overridden = new Map(overrideLayers.map((layer, i) => [overrides[i]?.id, customize(layer)]));
  // Settings without overrides equal those of the site. They are omitted only if the reply would become too large.
  const repeats = JSON.stringify(customization).length * siteSpaces.length <= maxRepeatedLength;
  return {
    object: "published-content-site" as const,
    site: {
      ...presentSite(context, site, call.member?.role ?? null, shareKeyFor(call)),
      siteSpaces: siteSpaces.length,
    },
    structure: presenter.structure(visible),
    customizations: {
      site: customization,
      siteSpaces: Object.fromEntries(
        siteSpaces.flatMap(({ siteSpace: { id } }) => {
          const settings = overridden.get(id) ?? (repeats ? customization : undefined);
          return settings === undefined ? [] : [[id, settings]];
        }),
      ),
    },
    // Scripts come from integrations, which are not executed.
    scripts: [],
  };
}

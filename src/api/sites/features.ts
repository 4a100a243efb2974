import type { ShownSiteRow } from "../../publishing/index.ts";
import type { SiteType } from "../../storage/database/index.ts";
import { type CustomizationInput, defaultCustomization } from "./customization/index.ts";

/** What sites can have beyond the simplest, and what it would be sold with elsewhere. Here everybody has it. */
const plans = {
  "sites-public-visibility": "basic",
  "sites-unlisted-visibility": "basic",
  "sites-share-links": "premium",
  "sites-visitor-authentication": "ultimate",
  "sites-custom-domain": "premium",
  "sites-custom-subdirectory": "ultimate",
  "sites-adaptive-content": "ultimate",
  "sites-sections": "ultimate",
  "sites-multivariant-site": "premium",
  "sites-basic-customization": "basic",
  "sites-advanced-customization": "premium",
} as const satisfies Record<string, SiteType>;

type SiteFeature = keyof typeof plans;
export const siteFeatures = Object.keys(plans) as SiteFeature[];

const visibilityFeatures = {
  public: "sites-public-visibility",
  unlisted: "sites-unlisted-visibility",
  "share-link": "sites-share-links",
  "visitor-auth": "sites-visitor-authentication",
} as const;

const usual = defaultCustomization;

/** What of a site's looks is more than usual, and how to see whether a site has it. */
const customizations = {
  "header-logo": ({ header }) => header?.logo !== undefined,
  "theme-preset": ({ styling }) => isOther(styling?.theme, usual.styling.theme),
  "premium-fonts": ({ styling }) => [styling?.font, styling?.monospaceFont].some(isOwnFont),
  "custom-icons": ({ styling }) => isOther(styling?.icons, usual.styling.icons),
  "footer-logo": ({ footer }) => footer?.logo !== undefined,
  "footer-links": ({ footer }) => (footer?.groups?.length ?? 0) > 0,
  "footer-copyright": ({ footer }) => footer?.copyright !== undefined,
  "semantic-colors": ({ styling }) =>
    (["infoColor", "successColor", "warningColor", "dangerColor"] as const).some((color) =>
      isOther(styling?.[color], usual.styling[color]),
    ),
} as const satisfies Record<string, (chosen: CustomizationInput) => boolean>;

function isOther(chosen: unknown, usually: unknown): boolean {
  return chosen !== undefined && JSON.stringify(chosen) !== JSON.stringify(usually);
}

function isOwnFont(font: unknown): boolean {
  return typeof font === "object";
}

type SiteCustomization = keyof typeof customizations;
export const siteCustomizations = Object.keys(customizations) as SiteCustomization[];

/** The features that a site with these looks makes use of. */
export function featuresOf(site: ShownSiteRow, looks: CustomizationInput) {
  const special = siteCustomizations.filter((name) => customizations[name](looks));
  const used: readonly [SiteFeature, boolean][] = [
    [visibilityFeatures[site.visibility], true],
    ["sites-custom-domain", site.hostname !== null],
    ["sites-custom-subdirectory", site.proxy !== null],
    ["sites-adaptive-content", site.adaptive_content === 1],
    ["sites-sections", site.sections > 0],
    ["sites-multivariant-site", site.site_spaces > Math.max(site.sections, 1)],
    ["sites-basic-customization", Object.keys(looks).length > 0],
    ["sites-advanced-customization", special.length > 0],
  ];
  return used
    .filter(([, isUsed]) => isUsed)
    .map(([id]) => ({
      id,
      plan: plans[id],
      frozen: false,
      ...(id === "sites-advanced-customization" && { customizations: special }),
    }));
}

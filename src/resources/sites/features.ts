import type { SiteType } from "../../enumerations.ts";
import type { SiteRow } from "./store.ts";

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
} as const satisfies Record<string, SiteType>;

export type SiteFeature = keyof typeof plans;
export const siteFeatures = Object.keys(plans) as SiteFeature[];

const byVisibility = {
  public: "sites-public-visibility",
  unlisted: "sites-unlisted-visibility",
  "share-link": "sites-share-links",
  "visitor-auth": "sites-visitor-authentication",
} as const;

/** The features that a site makes use of. */
export function featuresOf(site: SiteRow) {
  const used: Record<SiteFeature, boolean> = {
    "sites-public-visibility": false,
    "sites-unlisted-visibility": false,
    "sites-share-links": false,
    "sites-visitor-authentication": false,
    "sites-custom-domain": site.hostname !== null,
    "sites-custom-subdirectory": site.proxy !== null,
    "sites-adaptive-content": site.adaptive_content === 1,
    "sites-sections": site.sections > 0,
    "sites-multivariant-site": site.site_spaces > Math.max(site.sections, 1),
    [byVisibility[site.visibility]]: true,
  };
  return siteFeatures.filter((id) => used[id]).map((id) => ({ id, plan: plans[id], frozen: false }));
}

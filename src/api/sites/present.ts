import { includesRole, type Membership, type Role } from "../../identity/roles/index.ts";
import { requireFound } from "../../platform/index.ts";
import {
  type CustomizationInput,
  defaultCustomization,
  parseCustomization,
} from "../../publishing/customization/index.ts";
import {
  findSiteDetails,
  publishedUrl,
  type SiteDetailsRow,
  type SiteRef,
  serverUrl,
} from "../../publishing/index.ts";
import type { SiteType } from "../../storage/database/index.ts";
import type { Call, Context } from "../http/index.ts";
import type { Site } from "./schema.ts";
import { previewPage } from "./serve-previews.ts";

/** Presents a site to a caller with this role, or null for a visitor, who may know this share key. */
export function presentSite(
  { config, urls }: Context,
  row: SiteDetailsRow,
  role: Role | null,
  shareKey = row.share_key,
): Site {
  const path = sitePath(row);
  const customization = parseCustomization(row.customization);
  return {
    object: "site",
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    icon: customization.favicon?.icon === undefined ? null : { icon: customization.favicon.icon },
    hostname: row.hostname ?? undefined,
    basename: row.basename ?? undefined,
    proxy: row.proxy === null ? undefined : { origin: row.proxy, target: serverUrl(config.sites, row) },
    visibility: row.visibility,
    defaultLevel: "inherit",
    published: row.published === 1,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    adaptiveContent: row.adaptive_content === null ? undefined : { enabled: row.adaptive_content === 1 },
    agentsContext: row.agents_context,
    features: featuresOf(row, customization),
    permissions: permissionsOf(role),
    urls: {
      location: urls.api(path),
      app: urls.app(path),
      published: publishedUrl(config.sites, row, shareKey),
      preview: previewPage(config, row),
    },
  };
}

function permissionsOf(role: Role | null): Site["permissions"] {
  const can = (needed: Role) => includesRole(role, needed);
  return {
    view: true,
    access: can("read"),
    edit: can("edit"),
    create: can("create"),
    admin: can("admin"),
    installIntegration: can("admin"),
    viewAdaptiveSchema: can("read"),
    editAdaptiveSchema: can("admin"),
  };
}

function sitePath(row: SiteRef): string {
  return `/orgs/${row.organization_id}/sites/${row.id}`;
}

/** The `location` of an operation that creates an item in this list of a site. */
export function locationInSite(list: string) {
  return (
    { id }: { readonly id: string },
    { context, params }: Call<{ readonly organizationId: string; readonly siteId: string }>,
  ): string => {
    const site = { id: params.siteId, organization_id: params.organizationId };
    return context.urls.api(`${sitePath(site)}/${list}/${id}`);
  };
}

/** Reads a site for a member. */
export async function readSite(
  context: Context,
  { organizationId, role }: Pick<Membership, "organizationId" | "role">,
  id: string,
): Promise<Site> {
  const site = requireFound(await findSiteDetails(context.database.read, organizationId, id), "Site");
  return presentSite(context, site, role);
}

/** The features of sites, with the plan that the API reports for each. Every feature is included. */
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

const { styling: defaults } = defaultCustomization;

/** The customizations that count as advanced, with a predicate for each. */
const advancedCustomizations = {
  "header-logo": ({ header }) => header?.logo !== undefined,
  "theme-preset": ({ styling }) => differs(styling?.theme, defaults.theme),
  "premium-fonts": ({ styling }) =>
    [styling?.font, styling?.monospaceFont].some((font) => typeof font === "object"),
  "custom-icons": ({ styling }) => differs(styling?.icons, defaults.icons),
  "footer-logo": ({ footer }) => footer?.logo !== undefined,
  "footer-links": ({ footer }) => (footer?.groups?.length ?? 0) > 0,
  "footer-copyright": ({ footer }) => footer?.copyright !== undefined,
  "semantic-colors": ({ styling }) =>
    (["infoColor", "successColor", "warningColor", "dangerColor"] as const).some((color) =>
      differs(styling?.[color], defaults[color]),
    ),
} as const satisfies Record<string, (customization: CustomizationInput) => boolean>;

function differs(value: unknown, defaultValue: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(defaultValue);
}

type SiteCustomization = keyof typeof advancedCustomizations;
export const siteCustomizations = Object.keys(advancedCustomizations) as SiteCustomization[];

/** The features that a site uses. */
export function featuresOf(site: SiteDetailsRow, customization: CustomizationInput) {
  const advanced = siteCustomizations.filter((name) => advancedCustomizations[name](customization));
  const used: readonly [SiteFeature, boolean][] = [
    [visibilityFeatures[site.visibility], true],
    ["sites-custom-domain", site.hostname !== null],
    ["sites-custom-subdirectory", site.proxy !== null],
    ["sites-adaptive-content", site.adaptive_content === 1],
    ["sites-sections", site.sections > 0],
    ["sites-multivariant-site", site.site_spaces > Math.max(site.sections, 1)],
    ["sites-basic-customization", Object.keys(customization).length > 0],
    ["sites-advanced-customization", advanced.length > 0],
  ];
  return used
    .filter(([, isUsed]) => isUsed)
    .map(([id]) => ({
      id,
      plan: plans[id],
      frozen: false,
      ...(id === "sites-advanced-customization" && { customizations: advanced }),
    }));
}

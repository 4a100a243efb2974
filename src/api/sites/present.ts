import { requireFound } from "../../platform/index.ts";
import { parseCustomization } from "../../publishing/customization/index.ts";
import {
  findSiteDetails,
  publishedAddress,
  type SiteDetailsRow,
  type SiteRef,
  serverAddress,
} from "../../publishing/index.ts";
import type { Call, Context } from "../http/index.ts";
import { featuresOf } from "./features.ts";
import type { Site } from "./schema.ts";

/** Presents a site to a caller who may know this share key. */
export function presentSite({ config, urls }: Context, row: SiteDetailsRow, shareKey = row.share_key): Site {
  const path = sitePath(row);
  const customization = parseCustomization(row.customization);
  return {
    object: "site",
    id: row.id,
    type: row.type,
    title: row.title,
    icon: customization.favicon?.icon === undefined ? null : { icon: customization.favicon.icon },
    hostname: row.hostname ?? undefined,
    basename: row.basename ?? undefined,
    proxy: row.proxy === null ? undefined : { origin: row.proxy, target: serverAddress(config.baseUrl, row) },
    visibility: row.visibility,
    published: row.published === 1,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    adaptiveContent: row.adaptive_content === null ? undefined : { enabled: row.adaptive_content === 1 },
    agentsContext: row.agents_context,
    features: featuresOf(row, customization),
    urls: {
      location: urls.api(path),
      app: urls.app(path),
      published: publishedAddress(config.baseUrl, row, shareKey),
    },
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
export async function readSite(context: Context, organizationId: string, id: string): Promise<Site> {
  const site = requireFound(await findSiteDetails(context.database.read, organizationId, id), "Site");
  return presentSite(context, site);
}

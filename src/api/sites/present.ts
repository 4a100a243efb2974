import { plainAddress, publishedAddress, type ShownSiteRow, type SiteRow } from "../../publishing/index.ts";
import type { Call, Context } from "../http/index.ts";
import { readLayer } from "./customization/index.ts";
import { featuresOf } from "./features.ts";
import type { Site } from "./schema.ts";

/** A site, to those who may know this key of a share link. */
export function presentSite({ config, urls }: Context, row: ShownSiteRow, shareKey = row.share_key): Site {
  const path = sitePath(row);
  const looks = readLayer(row.customization);
  return {
    object: "site",
    id: row.id,
    type: row.type,
    title: row.title,
    icon: looks.favicon?.icon === undefined ? null : { icon: looks.favicon.icon },
    hostname: row.hostname ?? undefined,
    basename: row.basename ?? undefined,
    proxy: row.proxy === null ? undefined : { origin: row.proxy, target: plainAddress(config.baseUrl, row) },
    visibility: row.visibility,
    published: row.published === 1,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    adaptiveContent: row.adaptive_content === null ? undefined : { enabled: row.adaptive_content === 1 },
    agentsContext: row.agents_context,
    features: featuresOf(row, looks),
    urls: {
      location: urls.api(path),
      app: urls.app(path),
      published: publishedAddress(config.baseUrl, row, shareKey),
    },
  };
}

/** Where it is found, below /v1. */
function sitePath(row: Pick<SiteRow, "id" | "organization_id">): string {
  return `/orgs/${row.organization_id}/sites/${row.id}`;
}

/** Where something is found that was made in a site: in a list of it that is called so. */
export function locationIn(list: string) {
  return (
    { id }: { readonly id: string },
    { context, params }: Call<{ readonly organizationId: string; readonly siteId: string }>,
  ): string => {
    const site = { id: params.siteId, organization_id: params.organizationId };
    return context.urls.api(`${sitePath(site)}/${list}/${id}`);
  };
}

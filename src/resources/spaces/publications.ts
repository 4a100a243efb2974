import type { Context } from "../../context.ts";
import { type SiteVisibility, siteVisibilities, type VisitorAuthBackend } from "../../enumerations.ts";
import { joinAddress, siteSpaceSegments } from "../../publishing/addresses.ts";
import { siteSpacesOf } from "../../publishing/structure.ts";
import { readStructures } from "../site-structure/store.ts";
import { publishedAddress } from "../sites/present.ts";
import { fromSites, type SiteRow, siteColumns } from "../sites/store.ts";
import type { SpaceRow } from "./store.ts";

/** How the world sees a space through the site that publishes it. */
export interface Publication {
  readonly visibility: SiteVisibility;
  readonly address: string | undefined;
  /** Who vouches for its visitors, where they must prove who they are. */
  readonly authBackend: VisitorAuthBackend | undefined;
}

/** The key of a site's share link that a caller may see. */
export type ShareKeyOf = (site: SiteRow) => string | undefined;

type Use = SiteRow & { readonly space_id: string; readonly site_space_id: string };

/** Of each of these spaces that a published site shows: how it does. Of several sites, the most open one counts. */
export async function findPublications(
  { database, config }: Context,
  spaces: readonly SpaceRow[],
  shareKeyOf: ShareKeyOf,
): Promise<Map<string, Publication>> {
  const used = spaces.filter(({ in_site, deleted_at }) => in_site === 1 && deleted_at === null);
  const organizationId = used[0]?.organization_id;
  if (organizationId === undefined) return new Map();
  const uses = await fromSites(database.read)
    .innerJoin("site_spaces", "site_spaces.site_id", "sites.id")
    .where("sites.organization_id", "=", organizationId)
    .where("sites.published", "=", 1)
    .where(
      "site_spaces.space_id",
      "in",
      used.map(({ id }) => id),
    )
    .orderBy("site_spaces.id")
    .selectAll("sites")
    .select(siteColumns())
    .select(["site_spaces.space_id", "site_spaces.id as site_space_id"])
    .execute();
  const best = [...Map.groupBy(uses, (use) => use.space_id).values()].flatMap((ofOne) => mostOpen(ofOne));
  const structures = await readStructures(database.read, organizationId, [
    ...new Set(best.map(({ id }) => id)),
  ]);
  return new Map(
    best.map((use) => {
      const structure = structures.get(use.id);
      const root = publishedAddress(config.baseUrl, use, shareKeyOf(use) ?? null);
      const placed =
        structure && siteSpacesOf(structure).find(({ siteSpace }) => siteSpace.id === use.site_space_id);
      const address = root && structure && placed && joinAddress(root, siteSpaceSegments(structure, placed));
      const authBackend = use.visibility === "visitor-auth" ? use.auth_backend : undefined;
      return [use.space_id, { visibility: use.visibility, address, authBackend }];
    }),
  );
}

function mostOpen(uses: readonly Use[]): Use[] {
  const rank = ({ visibility }: Use) => siteVisibilities.indexOf(visibility);
  return uses.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}

import type { Context } from "../../context.ts";
import type { Reader } from "../../database/database.ts";
import { type SiteVisibility, siteVisibilities, type VisitorAuthBackend } from "../../enumerations.ts";
import { joinAddress, siteSpaceSegments } from "../../publishing/addresses.ts";
import { type Structure, siteSpacesOf } from "../../publishing/structure.ts";
import { readStructures } from "../site-structure/store.ts";
import { publishedAddress } from "../sites/present.ts";
import { findSites, type SiteRow } from "../sites/store.ts";
import type { SpaceRow } from "./store.ts";

/** How the world sees a space through the site that publishes it. */
export interface Publication {
  readonly visibility: SiteVisibility;
  readonly address: string | undefined;
  /** Who vouches for its visitors, where they must prove who they are. */
  readonly authBackend: VisitorAuthBackend | undefined;
}

/** Who is shown where a space is published. */
export interface SpaceViewer {
  /** The key of a site's share link that they may see. */
  shareKeyOf(site: SiteRow): string | undefined;
  /** Of a visitor: the ids of the site spaces that their site shows to them. They know of no other. */
  readonly siteSpaces?: ReadonlySet<string>;
}

interface Use {
  readonly space_id: string;
  readonly site_space_id: string;
  readonly site_id: string;
  readonly visibility: SiteVisibility;
}

/** Of each of these spaces that a published site shows: how it does. Of several sites, the most open one counts. */
export async function findPublications(
  { database: { read }, config }: Context,
  spaces: readonly SpaceRow[],
  { shareKeyOf, siteSpaces }: SpaceViewer,
): Promise<Map<string, Publication>> {
  const used = spaces.filter(({ in_site, deleted_at }) => in_site === 1 && deleted_at === null);
  const [{ organization_id: organizationId } = { organization_id: "" }] = used;
  const uses = await findUses(
    read,
    organizationId,
    used.map(({ id }) => id),
  );
  const known = uses.filter(({ site_space_id }) => siteSpaces?.has(site_space_id) ?? true);
  const best = [...Map.groupBy(known, (use) => use.space_id).values()].flatMap(mostOpen);
  const siteIds = [...new Set(best.map(({ site_id }) => site_id))];
  const [sites, structures] = await Promise.all([
    findSites(read, organizationId, siteIds),
    readStructures(read, organizationId, siteIds),
  ]);
  const addresses = new Map(
    sites.flatMap((site) => {
      const root = publishedAddress(config.baseUrl, site, shareKeyOf(site) ?? null);
      const structure = structures.get(site.id);
      return root === undefined || structure === undefined ? [] : addressesIn(structure, root);
    }),
  );
  const backends = new Map(sites.map(({ id, auth_backend }) => [id, auth_backend]));
  return new Map(
    best.map(({ space_id, site_space_id, site_id, visibility }) => {
      const authBackend = visibility === "visitor-auth" ? backends.get(site_id) : undefined;
      return [space_id, { visibility, address: addresses.get(site_space_id), authBackend }];
    }),
  );
}

async function findUses(db: Reader, organizationId: string, spaceIds: readonly string[]): Promise<Use[]> {
  if (spaceIds.length === 0) return [];
  return db
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .where("site_spaces.organization_id", "=", organizationId)
    .where("site_spaces.space_id", "in", spaceIds)
    .where("sites.published", "=", 1)
    .orderBy("site_spaces.id")
    .select(["site_spaces.space_id", "site_spaces.id as site_space_id"])
    .select(["site_spaces.site_id", "sites.visibility"])
    .execute();
}

function mostOpen(uses: readonly Use[]): Use[] {
  const rank = ({ visibility }: Use) => siteVisibilities.indexOf(visibility);
  return uses.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}

/** The addresses of all site spaces of a site, by their ids. */
function addressesIn(structure: Structure, root: string): [id: string, address: string][] {
  return siteSpacesOf(structure).map((placed) => [
    placed.siteSpace.id,
    joinAddress(root, siteSpaceSegments(structure, placed)),
  ]);
}

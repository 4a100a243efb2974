import { sql } from "kysely";
import {
  fromSites,
  joinAddress,
  publishedAddress,
  type SiteRow,
  siteColumns,
  siteSpaceSegments,
} from "../../publishing/index.ts";
import {
  type Flag,
  type Reader,
  type SiteVisibility,
  siteVisibilities,
  type VisitorAuthBackend,
} from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
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

/** One use of a space in a published site, with all that its address is made of. */
type Use = SiteRow & {
  readonly space_id: string;
  readonly site_space_id: string;
  readonly path: string;
  readonly is_default: Flag;
  readonly section_path: string | null;
  readonly section_is_default: Flag | null;
  /** Whether another section has the same path. */
  readonly is_shadowed: Flag;
};

/** Of each of these spaces that a published site shows: how it does. Of several sites, the most open one counts. */
export async function findPublications(
  { database, config }: Context,
  spaces: readonly SpaceRow[],
  { shareKeyOf, siteSpaces }: SpaceViewer,
): Promise<Map<string, Publication>> {
  const used = spaces.filter(({ in_site, deleted_at }) => in_site === 1 && deleted_at === null);
  const uses = await findUses(database.read, used);
  const known = uses.filter(({ site_space_id }) => siteSpaces?.has(site_space_id) ?? true);
  const best = [...Map.groupBy(known, (use) => use.space_id).values()].flatMap(mostOpen);
  return new Map(
    best.map((use) => {
      const root = publishedAddress(config.baseUrl, use, shareKeyOf(use) ?? null);
      const authBackend = use.visibility === "visitor-auth" ? use.auth_backend : undefined;
      const address = root && joinAddress(root, segmentsTo(use));
      return [use.space_id, { visibility: use.visibility, address, authBackend }];
    }),
  );
}

async function findUses(db: Reader, spaces: readonly SpaceRow[]): Promise<Use[]> {
  const [first] = spaces;
  if (first === undefined) return [];
  return fromSites(db)
    .innerJoin("site_spaces", "site_spaces.site_id", "sites.id")
    .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
    .where("site_spaces.organization_id", "=", first.organization_id)
    .where(
      "site_spaces.space_id",
      "in",
      spaces.map(({ id }) => id),
    )
    .where("sites.published", "=", 1)
    .orderBy("site_spaces.id")
    .select(siteColumns)
    .select([
      "site_spaces.space_id",
      "site_spaces.id as site_space_id",
      "site_spaces.path",
      "site_spaces.is_default",
      "site_sections.path as section_path",
      "site_sections.is_default as section_is_default",
      sql<Flag>`case when site_sections.is_default = 1 and site_spaces.is_default = 0 and exists (
        select 1 from site_sections as other where other.site_id = sites.id
        and other.path = site_spaces.path and other.is_default = 0
      ) then 1 else 0 end`.as("is_shadowed"),
    ])
    .execute();
}

function mostOpen(uses: readonly Use[]): Use[] {
  const rank = ({ visibility }: Use) => siteVisibilities.indexOf(visibility);
  return uses.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}

function segmentsTo(use: Use): string[] {
  const section =
    use.section_path === null
      ? undefined
      : { path: use.section_path, isDefault: use.section_is_default === 1 };
  const siteSpace = { path: use.path, isDefault: use.is_default === 1 };
  return siteSpaceSegments({ section, siteSpace }, new Set(use.is_shadowed === 1 ? [use.path] : []));
}

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

/** How a site publishes a space. */
export interface Publication {
  readonly visibility: SiteVisibility;
  readonly address: string | undefined;
  /** How visitors authenticate, if they have to. */
  readonly authBackend: VisitorAuthBackend | undefined;
}

/** Determines which published addresses a caller sees. */
export interface SpaceViewer {
  /** The key of the site's share link, if the caller may see it. */
  shareKeyOf(site: SiteRow): string | undefined;
  /** For a visitor: the ids of the only site spaces that they see. */
  readonly siteSpaces?: ReadonlySet<string>;
}

/** A site space of a published site, with the parts of its address. */
type PublishedSiteSpace = SiteRow & {
  readonly space_id: string;
  readonly site_space_id: string;
  readonly path: string;
  readonly is_default: Flag;
  readonly section_path: string | null;
  readonly section_is_default: Flag | null;
  /** Whether a section has the same path, which takes precedence. */
  readonly is_shadowed: Flag;
};

/** The publication of each of these spaces that is published. Of several sites, the most open one counts. */
export async function findPublications(
  { database, config }: Context,
  spaces: readonly SpaceRow[],
  { shareKeyOf, siteSpaces }: SpaceViewer,
): Promise<Map<string, Publication>> {
  const candidates = spaces.filter(({ in_site, deleted_at }) => in_site === 1 && deleted_at === null);
  const published = await findPublishedSiteSpaces(database.read, candidates);
  const visible = published.filter(({ site_space_id }) => siteSpaces?.has(site_space_id) ?? true);
  const rank = ({ visibility }: SiteRow) => siteVisibilities.indexOf(visibility);
  // The last entry of a key wins, so the most open site comes last; of equal ones, the first.
  const byOpenness = visible.toReversed().toSorted((a, b) => rank(b) - rank(a));
  return new Map(
    byOpenness.map((use) => {
      const root = publishedAddress(config.baseUrl, use, shareKeyOf(use) ?? null);
      const authBackend = use.visibility === "visitor-auth" ? use.auth_backend : undefined;
      const address = root && joinAddress(root, segmentsTo(use));
      return [use.space_id, { visibility: use.visibility, address, authBackend }];
    }),
  );
}

async function findPublishedSiteSpaces(
  db: Reader,
  spaces: readonly SpaceRow[],
): Promise<PublishedSiteSpace[]> {
  const [first] = spaces;
  if (first === undefined) return [];
  const ids = spaces.map(({ id }) => id);
  return fromSites(db)
    .innerJoin("site_spaces", "site_spaces.site_id", "sites.id")
    .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
    .where("site_spaces.organization_id", "=", first.organization_id)
    .where("site_spaces.space_id", "in", ids)
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

function segmentsTo(use: PublishedSiteSpace): string[] {
  const section =
    use.section_path === null
      ? undefined
      : { path: use.section_path, isDefault: use.section_is_default === 1 };
  const siteSpace = { path: use.path, isDefault: use.is_default === 1 };
  return siteSpaceSegments({ section, siteSpace }, new Set(use.is_shadowed === 1 ? [use.path] : []));
}

import type { Context } from "../../api/http/index.ts";
import {
  findPublishedSpace,
  type ResolvedUrl,
  reservedPaths,
  type SiteSpaceLocation,
  type SiteSpacePart,
  type StructureItem,
  siteSpaceSegments,
} from "../../publishing/index.ts";
import { readHeads } from "../page/index.ts";

/** A space of a site in its navigation. */
export interface ListedSpace extends SiteSpaceLocation {
  /** The titles of its groups, its section and its variant, if there are several variants. */
  readonly titles: readonly string[];
  readonly description: string | null;
  /** The segments of its URL below the site. */
  readonly segments: readonly string[];
}

/** Lists the spaces in the navigation of a site that this visitor sees, in order. */
export async function listSpaces(context: Context, { site, view }: ResolvedUrl): Promise<ListedSpace[]> {
  const reserved = reservedPaths(view.all);
  const { items, siteSpaces } = view.visible;
  const listed = [...spacesOf(siteSpaces, undefined, []), ...spacesIn(items, [])];
  const ids = new Set(listed.map(({ siteSpace }) => siteSpace.spaceId));
  const heads = await readHeads(context.database.read, site.organization_id, [...ids]);
  const names = new Map(heads.map(({ id, title }) => [id, title]));
  return listed.map(({ titles, hasVariants, ...location }) => ({
    ...location,
    titles: hasVariants ? [...titles, names.get(location.siteSpace.spaceId) ?? ""] : titles,
    description: location.section?.description ?? null,
    segments: siteSpaceSegments(location, reserved),
  }));
}

interface TitledLocation extends SiteSpaceLocation {
  readonly titles: readonly string[];
  readonly hasVariants: boolean;
}

function* spacesIn(items: readonly StructureItem[], parents: readonly string[]): Generator<TitledLocation> {
  for (const item of items) {
    const titles = [...parents, item.title];
    if (item.kind === "site-section") yield* spacesOf(item.siteSpaces, item, titles);
    else yield* spacesIn(item.children, titles);
  }
}

function spacesOf(
  siteSpaces: readonly SiteSpacePart[],
  section: SiteSpaceLocation["section"],
  titles: readonly string[],
): TitledLocation[] {
  const listed = siteSpaces.filter(({ isHidden }) => !isHidden);
  const hasVariants = section === undefined || listed.length > 1;
  return listed.map((siteSpace) => ({ siteSpace, section, titles, hasVariants }));
}

/** Opens a space of the place's site. */
export async function openSpace(
  context: Context,
  place: ResolvedUrl,
  { siteSpace }: Pick<ListedSpace, "siteSpace">,
): Promise<ResolvedUrl["space"] | undefined> {
  return siteSpace.spaceId === place.space.id
    ? place.space
    : findPublishedSpace(context, place.site, siteSpace.spaceId);
}

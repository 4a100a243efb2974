import { resolveContentRoles } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  type GroupPart,
  groupsOf,
  hasSections,
  joinAddress,
  noClaims,
  type PlacedSiteSpace,
  publishedAddress,
  type SectionPart,
  type Structure,
  sectionSegments,
  shadowsIn,
  siteSpaceSegments,
} from "../../publishing/index.ts";
import type { Context } from "../http/index.ts";
import type { OnSharedSite } from "../sites/index.ts";
import { findSpaces, presentSpaces, type Space, viewerOf, visitorOf } from "../spaces/index.ts";
import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from "./schema.ts";

/** Presents parts of one site to one caller. */
export class StructurePresenter {
  readonly #root: string | undefined;
  readonly #spaces: ReadonlyMap<string, Space>;
  readonly #shadows: ReadonlySet<string>;
  readonly #isVisitor: boolean;
  /** The ids of groups, by those of the sections in them. */
  readonly #groups: ReadonlyMap<string, string>;

  private constructor(
    all: Structure,
    root: string | undefined,
    spaces: ReadonlyMap<string, Space>,
    isVisitor: boolean,
  ) {
    this.#shadows = shadowsIn(all);
    this.#isVisitor = isVisitor;
    this.#root = root;
    this.#spaces = spaces;
    this.#groups = new Map(
      groupsOf(all).flatMap(({ id, sections }) => sections.map((section) => [section.id, id])),
    );
  }

  /** Reads the spaces of these parts of the structure. */
  static async of(
    context: Context,
    on: OnSharedSite,
    all: Structure,
    shown: readonly PlacedSiteSpace[],
  ): Promise<StructurePresenter> {
    const ids = new Set(shown.map(({ siteSpace }) => siteSpace.spaceId));
    const root = publishedAddress(context.config.baseUrl, on.site, shareKeyOn(on));
    const spaces = await readSpaces(context, on, shown, [...ids]);
    return new StructurePresenter(all, root, spaces, on.member === undefined);
  }

  structure(shown: Structure): SiteStructure {
    return hasSections(shown)
      ? { type: "sections", structure: shown.items.map((item) => this.item(item)) }
      : {
          type: "siteSpaces",
          structure: this.siteSpaces(
            shown.siteSpaces.map((siteSpace) => ({ siteSpace, section: undefined })),
          ),
        };
  }

  item(item: SectionPart | GroupPart): SiteSection | SiteSectionGroup {
    return item.kind === "site-section" ? this.section(item) : this.group(item);
  }

  group(group: GroupPart): SiteSectionGroup {
    return {
      object: "site-section-group",
      id: group.id,
      title: group.title,
      ...(group.icon !== null && { icon: group.icon }),
      sections: group.sections.map((section) => this.section(section)),
    };
  }

  section(section: SectionPart): SiteSection {
    const group = this.#groups.get(section.id);
    const living = section.siteSpaces.filter(({ isTrashed }) => !isTrashed);
    return {
      object: "site-section",
      id: section.id,
      title: section.title,
      ...(section.description !== null && { description: section.description }),
      default: section.isDefault || section.standsIn === true,
      path: section.path,
      ...this.#condition(section),
      ...(group !== undefined && { sectionGroup: group }),
      ...(section.icon !== null && { icon: section.icon }),
      siteSpaces: this.siteSpaces(living.map((siteSpace) => ({ siteSpace, section }))),
      urls: living.length === 0 ? {} : this.#urls(sectionSegments(section, this.#shadows)),
    };
  }

  /** Those whose spaces are there: one may have gone since the structure was read. */
  siteSpaces(all: readonly PlacedSiteSpace[]): SiteSpace[] {
    const isThere = ({ siteSpace }: PlacedSiteSpace) => {
      const space = this.#spaces.get(siteSpace.spaceId);
      return space !== undefined && space.deletedAt === undefined;
    };
    return all.filter(isThere).map((placed) => this.siteSpace(placed));
  }

  siteSpace(placed: PlacedSiteSpace): SiteSpace {
    const { siteSpace, section } = placed;
    const space = this.#spaces.get(siteSpace.spaceId);
    if (space === undefined) throw notFound("Site space");
    return {
      object: "site-space",
      id: siteSpace.id,
      path: siteSpace.path,
      ...(section && { section: section.id }),
      space,
      title: space.title,
      default: siteSpace.isDefault || siteSpace.standsIn === true,
      ...this.#condition(siteSpace),
      hasAdvancedCustomizationFeature: true,
      urls: siteSpace.isTrashed ? {} : this.#urls(siteSpaceSegments(placed, this.#shadows)),
    };
  }

  /** Visitors need not know what would let others see more. */
  #condition({ condition }: { readonly condition: string | null }): { condition?: string } {
    return condition === null || this.#isVisitor ? {} : { condition };
  }

  #urls(segments: readonly string[]): { published?: string } {
    return this.#root === undefined ? {} : { published: joinAddress(this.#root, segments) };
  }
}

/** The key in the addresses that a caller is shown: theirs, or to members that of the oldest link. */
export function shareKeyOn({ admission, member, site }: OnSharedSite): string | null {
  if (member !== undefined) return site.share_key;
  return admission?.shareKey ?? null;
}

/** Members see a space by their role on it, all others as its readers. */
async function readSpaces(
  context: Context,
  on: OnSharedSite,
  shown: readonly PlacedSiteSpace[],
  ids: readonly string[],
): Promise<Map<string, Space>> {
  const { read } = context.database;
  const { site, member, admission } = on;
  const rows = [...(await findSpaces(read, site.organization_id, ids)).values()];
  const roles = member && (await resolveContentRoles(read, member, ids));
  const spaces = await presentSpaces(
    context,
    rows,
    ({ id }) => (roles === undefined ? "read" : (roles.get(id) ?? null)),
    member
      ? viewerOf(member)
      : visitorOf(
          admission ?? { claims: noClaims },
          shown.map(({ siteSpace }) => siteSpace),
        ),
  );
  return new Map(spaces.map((space) => [space.id, space]));
}

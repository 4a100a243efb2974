import { resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { requireFound } from "../../platform/index.ts";
import {
  findGroup,
  findSection,
  findSiteSpace,
  type GroupPart,
  groupsOf,
  hasSections,
  joinUrl,
  type PartRef,
  publishedUrl,
  readStructureView,
  reservedPaths,
  type SectionPart,
  type SiteSpaceLocation,
  type Structure,
  type StructureItem,
  type StructureView,
  sectionSegments,
  sectionsInGroup,
  sectionsOf,
  siteSpaceSegments,
  siteSpacesIn,
  siteSpacesOf,
  sortKeysOf,
} from "../../publishing/index.ts";
import { inBatches } from "../../storage/database/index.ts";
import { type Call, type Page, paginateArray } from "../http/index.ts";
import { type OnReadableSite, shareKeyFor } from "../sites/index.ts";
import { findSpaces, memberViewer, presentSpaces, type Space, visitorViewer } from "../spaces/index.ts";
import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from "./schema.ts";

/** Presents the parts of one site to one caller. */
export class StructurePresenter {
  readonly #siteUrl: string | undefined;
  readonly #spaces: ReadonlyMap<string, Space>;
  readonly #reserved: ReadonlySet<string>;
  readonly #isVisitor: boolean;
  /** The ids of groups by the ids of their sections and groups. */
  readonly #groups: ReadonlyMap<string, string>;

  private constructor(call: Call & OnReadableSite, all: Structure, spaces: readonly Space[]) {
    this.#siteUrl = publishedUrl(call.context.config.sites, call.site, shareKeyFor(call));
    this.#spaces = new Map(spaces.map((space) => [space.id, space]));
    this.#reserved = reservedPaths(all);
    this.#isVisitor = call.member === undefined;
    this.#groups = new Map(
      groupsOf(all).flatMap(({ id, children }) => children.map((child) => [child.id, id])),
    );
  }

  /** Reads the spaces of the site spaces that will be presented. */
  static async load(
    call: Call & OnReadableSite,
    all: Structure,
    siteSpaces: readonly SiteSpaceLocation[],
  ): Promise<StructurePresenter> {
    return new StructurePresenter(call, all, await readSpaces(call, siteSpaces));
  }

  structure(visible: Structure): SiteStructure {
    if (!hasSections(visible))
      return { type: "siteSpaces", structure: this.siteSpaces(siteSpacesOf(visible)) };
    return {
      type: "sections",
      structure: visible.items.map((item) => this.#item(item)),
    };
  }

  #item(item: StructureItem): SiteSection | SiteSectionGroup {
    return item.kind === "site-section" ? this.section(item) : this.group(item);
  }

  group(group: GroupPart): SiteSectionGroup {
    const outer = this.#groups.get(group.id);
    const children = group.children.map((child) => this.#item(child));
    return {
      object: "site-section-group",
      id: group.id,
      title: group.title,
      ...(group.icon !== null && { icon: group.icon }),
      draft: group.isDraft,
      ...(outer !== undefined && { sectionGroup: outer }),
      sections: children.filter((child) => child.object === "site-section"),
      children,
    };
  }

  section(section: SectionPart): SiteSection {
    const group = this.#groups.get(section.id);
    const siteSpaces = siteSpacesIn([section]).filter(({ siteSpace }) => !siteSpace.isTrashed);
    return {
      object: "site-section",
      id: section.id,
      title: section.title,
      ...(section.description !== null && { description: section.description }),
      default: section.isDefault || section.actsAsDefault === true,
      draft: section.isDraft,
      path: section.path,
      ...this.#condition(section),
      ...(group !== undefined && { sectionGroup: group }),
      ...(section.icon !== null && { icon: section.icon }),
      siteSpaces: this.siteSpaces(siteSpaces),
      urls: siteSpaces.length === 0 ? {} : this.#urls(sectionSegments(section, this.#reserved)),
    };
  }

  /** Omits site spaces whose space was deleted after the structure was read. */
  siteSpaces(locations: readonly SiteSpaceLocation[]): SiteSpace[] {
    const exists = ({ siteSpace }: SiteSpaceLocation) => {
      const space = this.#spaces.get(siteSpace.spaceId);
      return space !== undefined && space.deletedAt === undefined;
    };
    return locations.filter(exists).map((location) => this.siteSpace(location));
  }

  siteSpace(location: SiteSpaceLocation): SiteSpace {
    const { siteSpace, section } = location;
    const space = requireFound(this.#spaces.get(siteSpace.spaceId), "Site space");
    return {
      object: "site-space",
      id: siteSpace.id,
      path: siteSpace.path,
      ...(section && { section: section.id }),
      space,
      title: space.title,
      default: siteSpace.isDefault || siteSpace.actsAsDefault === true,
      draft: siteSpace.isDraft,
      ...(siteSpace.isHidden && { hidden: true }),
      ...this.#condition(siteSpace),
      hasAdvancedCustomizationFeature: true,
      urls: siteSpace.isTrashed ? {} : this.#urls(siteSpaceSegments(location, this.#reserved)),
    };
  }

  /** Conditions are hidden from visitors, because they reveal which claims show more content. */
  #condition({ condition }: { readonly condition: string | null }): { condition?: string } {
    return condition === null || this.#isVisitor ? {} : { condition };
  }

  #urls(segments: readonly string[]): { published?: string } {
    return this.#siteUrl === undefined ? {} : { published: joinUrl(this.#siteUrl, segments) };
  }
}

/** A member sees a space by their role on it, a visitor as a reader. */
async function readSpaces(
  { context, site, member, visitorAccess }: Call & OnReadableSite,
  siteSpaces: readonly SiteSpaceLocation[],
): Promise<Space[]> {
  const { read } = context.database;
  const ids = new Set(siteSpaces.map(({ siteSpace }) => siteSpace.spaceId));
  const viewer =
    member === undefined
      ? visitorViewer(
          visitorAccess,
          siteSpaces.map(({ siteSpace }) => siteSpace),
        )
      : memberViewer(member);
  return inBatches([...ids], async (batch) => {
    const rows = [...(await findSpaces(read, site.organization_id, batch)).values()];
    const roles = member && (await resolveLibraryItemRoles(read, member, batch));
    return presentSpaces(context, rows, ({ id }) => (roles ? (roles.get(id) ?? null) : "read"), viewer);
  });
}

type SiteCall = Call & OnReadableSite;

/** The structure of the site, and the part of it that the caller can see. */
export function readView({ context, site, visitorAccess }: SiteCall): Promise<StructureView> {
  return readStructureView(context.database.read, site, visitorAccess?.claims);
}

/** Reads a site space. With `allowTrashed`, its space may be in the trash. */
export async function readSiteSpace(call: SiteCall, id: string, allowTrashed = false): Promise<SiteSpace> {
  const { all, visible } = await readView(call);
  const found =
    siteSpacesOf(visible).find(({ siteSpace }) => siteSpace.id === id) ??
    findSiteSpace(allowTrashed ? all : visible, id);
  return (await StructurePresenter.load(call, all, [found])).siteSpace(found);
}

export async function readSection(call: SiteCall, id: string, allowTrashed = false): Promise<SiteSection> {
  const { all, visible } = await readView(call);
  const found =
    sectionsOf(visible).find((section) => section.id === id) ?? findSection(allowTrashed ? all : visible, id);
  return (await StructurePresenter.load(call, all, siteSpacesIn([found]))).section(found);
}

export async function readGroup(call: SiteCall, id: string): Promise<SiteSectionGroup> {
  const { all, visible } = await readView(call);
  const group = findGroup(visible, id);
  return (await StructurePresenter.load(call, all, siteSpacesIn(sectionsInGroup(group)))).group(group);
}

/** Reads a part after a change, even if it is in the trash. */
export function readPart(call: SiteCall, { type, id }: PartRef) {
  if (type === "site-space") return readSiteSpace(call, id, true);
  return type === "site-section" ? readSection(call, id, true) : readGroup(call, id);
}

/**
 * One page of parts in order. It continues after the last part of the previous page even if that part has another
 * parent now: creating the first section changes the sort keys of all site spaces.
 */
export function pageOfParts<Part>(
  call: Call<unknown, { page?: string; limit: number }>,
  { all }: StructureView,
  parts: readonly Part[],
  idOf: (part: Part) => string,
): Page<Part> {
  const keys = sortKeysOf(all);
  const keyOf = (part: Part) => keys.get(idOf(part)) ?? "";
  const itemsAfter = (last: string) => {
    const index = parts.findIndex((part) => ownKey(keyOf(part)) === ownKey(last));
    return index === -1 ? parts.filter((part) => keyOf(part) > last) : parts.slice(index + 1);
  };
  return paginateArray(call, parts, keyOf, { itemsAfter });
}

/** The part of a sort key after the key of the parent. */
function ownKey(key: string): string {
  return key.split("/").slice(-2).join("/");
}

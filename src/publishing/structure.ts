import { notFound } from "../platform/index.ts";

interface StructurePart {
  readonly id: string;
  /** Sort key among its siblings; empty until it is assigned. */
  position: string;
  /** Whether visitors do not see it yet. */
  isDraft: boolean;
  /** Its key in the configuration that it was imported from. */
  sourceKey: string | null;
}

/** A section or a site space: a part that has a path and may have a condition. */
interface AddressedPart extends StructurePart {
  path: string;
  isDefault: boolean;
  condition: string | null;
  /** True for the first visible sibling if the default is hidden. */
  readonly actsAsDefault?: boolean;
}

/** A space in a site. The site spaces of one section, or of a site without sections, are variants of each other. */
export interface SiteSpacePart extends AddressedPart {
  spaceId: string;
  /** Whether it is omitted from the navigation of the site. Its URL works. */
  isHidden: boolean;
  /** Whether the space is in the trash. It is hidden in the site until it is restored. */
  readonly isTrashed: boolean;
}

export interface SectionPart extends AddressedPart {
  readonly kind: "site-section";
  title: string;
  description: string | null;
  icon: string | null;
  siteSpaces: SiteSpacePart[];
}

export interface GroupPart extends StructurePart {
  readonly kind: "site-section-group";
  title: string;
  icon: string | null;
  /** Sections and groups. A group in a group contains only sections. */
  children: StructureItem[];
}

export type StructureItem = SectionPart | GroupPart;

/**
 * The ordered parts of a site. A site either has sections, and every site space is in one of them; or it has none, and
 * `siteSpaces` holds its site spaces. Groups may be empty, so a site without sections can have groups.
 */
export interface Structure {
  items: StructureItem[];
  siteSpaces: SiteSpacePart[];
}

export interface SiteSpaceLocation {
  readonly siteSpace: SiteSpacePart;
  readonly section: SectionPart | undefined;
}

export function hasSections(structure: Structure): boolean {
  return sectionsOf(structure).length > 0;
}

/** All sections in order, including those in groups. */
export function sectionsOf({ items }: Pick<Structure, "items">): SectionPart[] {
  return items.flatMap((item) => (item.kind === "site-section" ? [item] : sectionsInGroup(item)));
}

/** The sections of a group and of the groups in it, in order. */
export function sectionsInGroup({ children }: GroupPart): SectionPart[] {
  return sectionsOf({ items: children });
}

/** All groups in order, each before the groups in it. */
export function groupsOf({ items }: Pick<Structure, "items">): GroupPart[] {
  return items.flatMap((item) =>
    item.kind === "site-section-group" ? [item, ...groupsOf({ items: item.children })] : [],
  );
}

export function siteSpacesOf(structure: Structure): SiteSpaceLocation[] {
  return [
    ...structure.siteSpaces.map((siteSpace) => ({ siteSpace, section: undefined })),
    ...siteSpacesIn(sectionsOf(structure)),
  ];
}

export function siteSpacesIn(sections: readonly SectionPart[]): SiteSpaceLocation[] {
  return sections.flatMap((section) => section.siteSpaces.map((siteSpace) => ({ siteSpace, section })));
}

/** Sort keys of all parts by id. The key of a part starts with the key of its parent. */
export function sortKeysOf({ items, siteSpaces }: Structure): Map<string, string> {
  const keys = new Map<string, string>();
  const add = (parts: readonly (SiteSpacePart | SectionPart | GroupPart)[], parentKey: string) => {
    for (const part of parts) {
      const key = `${parentKey}/${part.position}/${part.id}`;
      keys.set(part.id, key);
      if ("children" in part) add(part.children, key);
      if ("siteSpaces" in part) add(part.siteSpaces, key);
    }
  };
  add(items, "");
  add(siteSpaces, "");
  return keys;
}

/** The site space and its variants. */
export function siblingsOf(structure: Structure, { section }: SiteSpaceLocation): SiteSpacePart[] {
  return section?.siteSpaces ?? structure.siteSpaces;
}

/** The part that a URL without its path resolves to: the default, or the first part if the default is hidden. */
export function defaultOrFirst<Part extends { readonly isDefault: boolean }>(parts: readonly Part[]) {
  return parts.find(({ isDefault }) => isDefault) ?? parts[0];
}

/** The section with this id; `name` begins the error message if there is none. */
export function findSection(structure: Structure, id: string, name = "Site section"): SectionPart {
  return findById(sectionsOf(structure), id, name);
}

export function findGroup(structure: Structure, id: string, name = "Site section group"): GroupPart {
  return findById(groupsOf(structure), id, name);
}

export function findSiteSpace(structure: Structure, id: string, name = "Site space"): SiteSpaceLocation {
  const found = siteSpacesOf(structure).find(({ siteSpace }) => siteSpace.id === id);
  if (found === undefined) throw notFound(name);
  return found;
}

function findById<Part extends { readonly id: string }>(parts: readonly Part[], id: string, name: string) {
  const found = parts.find((part) => part.id === id);
  if (found === undefined) throw notFound(name);
  return found;
}

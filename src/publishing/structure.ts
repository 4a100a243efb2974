/** A space in a site. In a section, and in a site without sections, those beside it are its variants. */
export interface SiteSpacePart {
  readonly id: string;
  spaceId: string;
  /** Sorts it among its siblings; empty where that is still to be decided. */
  position: string;
  path: string;
  isDefault: boolean;
  condition: string | null;
  /** Whether the space is in the trash: it may come back, until then nobody sees it here. */
  readonly isTrashed: boolean;
  /** Where the default cannot be seen: whether this one is shown in its place. */
  readonly standsIn?: boolean;
}

export interface SectionPart {
  readonly kind: "site-section";
  readonly id: string;
  position: string;
  path: string;
  isDefault: boolean;
  condition: string | null;
  title: string;
  description: string | null;
  icon: string | null;
  siteSpaces: SiteSpacePart[];
  /** As of a site space. */
  readonly standsIn?: boolean;
}

export interface GroupPart {
  readonly kind: "site-section-group";
  readonly id: string;
  position: string;
  title: string;
  icon: string | null;
  sections: SectionPart[];
}

/**
 * What a site is made of, each part in its order. Either there are sections, maybe in groups, and every site space is
 * in one of them; or there are none, and the site spaces stand in the site itself, beside groups that wait for sections.
 */
export interface Structure {
  items: (SectionPart | GroupPart)[];
  siteSpaces: SiteSpacePart[];
}

/** Where a site space is: in this section, or in the site itself. */
export interface PlacedSiteSpace {
  readonly siteSpace: SiteSpacePart;
  readonly section: SectionPart | undefined;
}

export function hasSections(structure: Structure): boolean {
  return sectionsOf(structure).length > 0;
}

/** All sections, in their order, those in groups too. */
export function sectionsOf({ items }: Structure): SectionPart[] {
  return items.flatMap((item) => (item.kind === "site-section" ? [item] : item.sections));
}

export function groupsOf({ items }: Structure): GroupPart[] {
  return items.filter((item) => item.kind === "site-section-group");
}

/** All site spaces, in their order. */
export function siteSpacesOf(structure: Structure): PlacedSiteSpace[] {
  const inside = sectionsOf(structure).flatMap((section) =>
    section.siteSpaces.map((siteSpace) => ({ siteSpace, section })),
  );
  return [...structure.siteSpaces.map((siteSpace) => ({ siteSpace, section: undefined })), ...inside];
}

/** Texts by which all parts sort as they stand, by their ids: those of a part begin with that of what it is in. */
export function sortKeysOf({ items, siteSpaces }: Structure): Map<string, string> {
  const keys = new Map<string, string>();
  const add = (parts: readonly (SiteSpacePart | SectionPart | GroupPart)[], around: string) => {
    for (const part of parts) {
      const key = `${around}/${part.position}/${part.id}`;
      keys.set(part.id, key);
      if ("sections" in part) add(part.sections, key);
      if ("siteSpaces" in part) add(part.siteSpaces, key);
    }
  };
  add(items, "");
  add(siteSpaces, "");
  return keys;
}

/** The group that a section is in. */
export function groupAround(structure: Structure, section: SectionPart): GroupPart | undefined {
  return groupsOf(structure).find(({ sections }) => sections.includes(section));
}

/** Those between which a site space stands. */
export function siblingsOf(structure: Structure, { section }: PlacedSiteSpace): SiteSpacePart[] {
  return section?.siteSpaces ?? structure.siteSpaces;
}

/** The one that is shown where none is named: the default, or the first where that one is hidden. */
export function shownFirst<Part extends { readonly isDefault: boolean }>(
  parts: readonly Part[],
): Part | undefined {
  return parts.find(({ isDefault }) => isDefault) ?? parts[0];
}

/**
 * What is left of a structure when only some of it may be seen. A section without any site space is gone, and so is a
 * group without any section, unless these are kept. Where a default is gone, the first of those beside it stands in for it.
 */
export function visibleStructure(
  structure: Structure,
  isVisible: (part: SectionPart | SiteSpacePart) => boolean,
  keepsGroups = false,
): Structure {
  const visibleSpaces = (siteSpaces: readonly SiteSpacePart[]) => withDefault(siteSpaces.filter(isVisible));
  const visibleSections = (sections: readonly SectionPart[]) =>
    sections
      .filter(isVisible)
      .map((section) => ({ ...section, siteSpaces: visibleSpaces(section.siteSpaces) }))
      .filter(({ siteSpaces }) => siteSpaces.length > 0);
  const sections = withDefault(visibleSections(sectionsOf(structure)));
  const shown = new Map(sections.map((section) => [section.id, section]));
  return {
    siteSpaces: visibleSpaces(structure.siteSpaces),
    items: structure.items.flatMap<SectionPart | GroupPart>((item) => {
      if (item.kind === "site-section") return shown.get(item.id) ?? [];
      const inside = item.sections.flatMap(({ id }) => shown.get(id) ?? []);
      return inside.length > 0 || keepsGroups ? [{ ...item, sections: inside }] : [];
    }),
  };
}

function withDefault<Part extends { readonly isDefault: boolean }>(parts: readonly Part[]): Part[] {
  if (parts.some(({ isDefault }) => isDefault)) return [...parts];
  return parts.map((part, i) => (i === 0 ? { ...part, standsIn: true } : part));
}

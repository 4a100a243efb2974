import type {
  ConfiguredGroup,
  ConfiguredItem,
  ConfiguredSection,
  ConfiguredSpace,
  SiteConfiguration,
} from "../importing/site-configuration/index.ts";
import { newId } from "../platform/index.ts";
import {
  addGroup,
  addSection,
  addSiteSpace,
  findGroup,
  findSection,
  findSiteSpace,
  groupsOf,
  moveItemTo,
  type SectionPart,
  type SiteSpacePart,
  type Structure,
  sectionsOf,
  setDefault,
  siblingsOf,
  siteSpacesOf,
} from "../publishing/index.ts";

/** The site space that was imported from each space of the configuration, by key. */
export function siteSpacesByKey(structure: Structure): Map<string, SiteSpacePart> {
  return new Map(
    siteSpacesOf(structure).flatMap(({ siteSpace }) =>
      siteSpace.sourceKey === null ? [] : [[siteSpace.sourceKey, siteSpace]],
    ),
  );
}

/**
 * Gives a site the structure of a configuration. Parts that were imported before keep their ids and are found by their
 * keys; those that the configuration no longer has are removed. Parts that were not imported follow after the others.
 */
export function applyConfiguration(
  structure: Structure,
  { items, spaces }: SiteConfiguration,
  spaceIds: ReadonlyMap<ConfiguredSpace, string>,
): void {
  const before = { ...structure };
  structure.items = [];
  structure.siteSpaces = [];
  const builder = new StructureBuilder(structure, before, spaceIds);
  for (const space of spaces) builder.addSpace(space);
  for (const item of items) builder.addItem(item);
  keepAddedParts(before, structure);
}

class StructureBuilder {
  readonly #structure: Structure;
  readonly #spaceIds: ReadonlyMap<ConfiguredSpace, string>;
  readonly #ids: ReadonlyMap<string, string>;

  constructor(structure: Structure, before: Structure, spaceIds: ReadonlyMap<ConfiguredSpace, string>) {
    this.#structure = structure;
    this.#spaceIds = spaceIds;
    const spaces = siteSpacesOf(before).map(({ siteSpace }) => ["space", siteSpace] as const);
    const sections = sectionsOf(before).map((section) => ["section", section] as const);
    const groups = groupsOf(before).map((group) => ["section-group", group] as const);
    this.#ids = new Map(
      [...spaces, ...sections, ...groups].map(([type, { id, sourceKey }]) => [`${type} ${sourceKey}`, id]),
    );
  }

  addItem(item: ConfiguredItem, groupId?: string): void {
    if (item.type === "section-group") this.#addGroup(item, groupId);
    else this.#addSection(item, groupId);
  }

  addSpace(space: ConfiguredSpace, section?: ConfiguredSection, isFirst = false): void {
    const id = this.#idOf(space);
    const part = { id, spaceId: this.#spaceIds.get(space) ?? "", path: space.path };
    if (section !== undefined && isFirst) {
      const { title, path, icon = null } = section;
      const added = { id: this.#idOf(section), path, title: fitTitle(title, 128), icon };
      addSection(this.#structure, added, part, added);
    } else addSiteSpace(this.#structure, part, section && this.#idOf(section));
    const location = findSiteSpace(this.#structure, id);
    const { isHidden, isDraft, condition = null, key: sourceKey } = space;
    Object.assign(location.siteSpace, { isHidden, isDraft, condition, sourceKey });
    if (space.isDefault) setDefault(siblingsOf(this.#structure, location), id, "default");
  }

  #addSection(section: ConfiguredSection, groupId?: string): void {
    const id = this.#idOf(section);
    for (const [i, space] of section.spaces.entries()) this.addSpace(space, section, i === 0);
    const part = findSection(this.#structure, id);
    const { description, condition = null, key: sourceKey } = section;
    Object.assign(part, { description: description?.slice(0, 256) ?? null, condition, sourceKey });
    if (section.isDefault) setDefault(sectionsOf(this.#structure), id, "default");
    if (groupId !== undefined)
      moveItemTo(this.#structure, part, findGroup(this.#structure, groupId).children);
  }

  #addGroup(group: ConfiguredGroup, parentId?: string): void {
    const id = this.#idOf(group);
    const { title, icon = null, isDraft, key: sourceKey } = group;
    addGroup(this.#structure, { id, title: fitTitle(title, 100), icon }, [], parentId);
    Object.assign(findGroup(this.#structure, id), { isDraft, sourceKey });
    for (const item of group.items) this.addItem(item, id);
  }

  /** The id of a part: of the same part in the previous structure, or else a new one. */
  #idOf(part: ConfiguredSpace | ConfiguredItem): string {
    return this.#newIds.getOrInsertComputed(part, () => this.#ids.get(`${part.type} ${part.key}`) ?? newId());
  }

  readonly #newIds = new Map<ConfiguredSpace | ConfiguredItem, string>();
}

/** Adds the parts of the previous structure that were not imported. */
function keepAddedParts(before: Structure, structure: Structure): void {
  const isAdded = ({ sourceKey }: { readonly sourceKey: string | null }) => sourceKey === null;
  const groupIdOf = (id: string) => {
    const outer = groupsOf(before).find(({ children }) => children.some((child) => child.id === id));
    return groupsOf(structure).find((group) => group.id === outer?.id)?.id;
  };
  for (const { id, title, icon, isDraft } of groupsOf(before).filter(isAdded)) {
    addGroup(structure, { id, title, icon }, [], groupIdOf(id));
    findGroup(structure, id).isDraft = isDraft;
  }
  for (const { siteSpace, section } of siteSpacesOf(before)) {
    if (!isAdded(siteSpace)) continue;
    const kept = sectionsOf(structure).find(({ id }) => id === section?.id);
    if (section === undefined || kept !== undefined || !isAdded(section))
      addSiteSpace(structure, siteSpace, kept?.id);
    else keepSection(before, structure, section, siteSpace, groupIdOf(section.id));
    const { condition, isHidden, isDraft } = siteSpace;
    Object.assign(findSiteSpace(structure, siteSpace.id).siteSpace, { condition, isHidden, isDraft });
  }
}

/** Adds a section that was not imported, with its first site space. */
function keepSection(
  before: Structure,
  structure: Structure,
  section: SectionPart,
  siteSpace: SiteSpacePart,
  groupId: string | undefined,
): void {
  // The site spaces of a site without sections move to the section that contained them.
  const first = sectionsOf(before).find(({ siteSpaces }) =>
    siteSpaces.some(({ sourceKey }) => sourceKey !== null),
  );
  addSection(structure, section, siteSpace, first ?? { ...section, id: newId() });
  const part = findSection(structure, section.id);
  const { description, condition, isDraft } = section;
  Object.assign(part, { description, condition, isDraft });
  if (groupId !== undefined) moveItemTo(structure, part, findGroup(structure, groupId).children);
}

/** Shortens a title. Titles of sites and sections have at least two characters. */
export function fitTitle(title: string, maxLength: number): string {
  const fitted = [...title.replace(/\p{Cc}+/gu, " ")].slice(0, maxLength).join("").trim();
  return fitted.length < 2 ? `${fitted} Documentation`.trim() : fitted;
}

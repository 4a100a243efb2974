import { generateNKeysBetween } from "fractional-indexing";
import { limits } from "../content/index.ts";
import { numberedSlug } from "../content/pages/index.ts";
import { badInput, conflict, notFound } from "../platform/index.ts";
import {
  findGroup,
  findSection,
  findSiteSpace,
  type GroupPart,
  groupsOf,
  hasSections,
  type SectionPart,
  type SiteSpaceLocation,
  type SiteSpacePart,
  type Structure,
  type StructureItem,
  sectionsOf,
  siblingsOf,
  siteSpacesOf,
} from "./structure.ts";

/** A part to add. If its path is in use, a number is appended. */
export type NewSiteSpace = Pick<SiteSpacePart, "id" | "spaceId" | "path">;
export type NewSection = Pick<SectionPart, "id" | "path" | "title" | "icon">;
type NewGroup = Pick<GroupPart, "id" | "title" | "icon">;

/** Repeated insertions between two siblings lengthen positions. Beyond this length all siblings get new positions. */
const maxPositionLength = 48;

/** The maximum number of site spaces, and of groups. A structure is always read as a whole. */
const maxParts = 5000;

/** Appends a site space to a section: to the default section if none is given, or to a site without sections. */
export function addSiteSpace(structure: Structure, added: NewSiteSpace, sectionId?: string): void {
  const section =
    sectionId === undefined
      ? sectionsOf(structure).find(({ isDefault }) => isDefault)
      : findSection(structure, sectionId, "sectionId: Site section");
  const siblings = section?.siteSpaces ?? structure.siteSpaces;
  requireCapacity(siteSpacesOf(structure), "spaces");
  const namedSections = sectionsOf(structure).filter(({ isDefault }) => !isDefault);
  const path = uniquePath(added.path, [...siblings, ...(section?.isDefault ? namedSections : [])]);
  siblings.push(newSiteSpacePart({ ...added, path }, siblings.length === 0));
  assignPositions(siblings);
}

/** Appends a section with one site space. The site spaces of a site without sections move to the section `first`. */
export function addSection(
  structure: Structure,
  added: NewSection,
  siteSpace: NewSiteSpace,
  first: NewSection,
): void {
  requireCapacity(siteSpacesOf(structure), "spaces");
  if (!hasSections(structure) && structure.siteSpaces.length > 0) {
    appendSection(structure, first, structure.siteSpaces);
    structure.siteSpaces = [];
  }
  appendSection(structure, added, [newSiteSpacePart(siteSpace, true)]);
}

/** Appends a group with sections, to the site or to another group. */
export function addGroup(
  structure: Structure,
  added: NewGroup,
  sectionIds: readonly string[],
  parentId?: string,
): void {
  const sections = sectionIds.map((id, i) => findSection(structure, id, `sections[${i}]: Site section`));
  const parent = parentId === undefined ? undefined : findGroup(structure, parentId, "parent: Section group");
  if (parent !== undefined) requireOutermost(structure, parent, "parent");
  requireCapacity(groupsOf(structure), "groups");
  const group: GroupPart = { kind: "site-section-group", ...added, ...newPart, children: [] };
  const siblings = parent?.children ?? structure.items;
  siblings.push(group);
  for (const section of new Set(sections)) moveItemTo(structure, section, group.children);
  assignPositions(siblings);
}

function requireOutermost(structure: Structure, group: GroupPart, field: string): void {
  if (groupOf(structure, group) !== undefined)
    throw badInput(field, "must not be in a group: groups are nested one level deep");
}

function requireCapacity(parts: readonly unknown[], name: string): void {
  if (parts.length >= maxParts) throw conflict(`The site has ${maxParts} ${name}, which is the maximum`);
}

const newPart = { position: "", isDraft: false, sourceKey: null };

function newSiteSpacePart({ id, spaceId, path }: NewSiteSpace, isDefault: boolean): SiteSpacePart {
  return { ...newPart, id, spaceId, path, isDefault, condition: null, isHidden: false, isTrashed: false };
}

function appendSection(structure: Structure, added: NewSection, siteSpaces: SiteSpacePart[]): void {
  const sections = sectionsOf(structure);
  const defaultSection = sections.find(({ isDefault }) => isDefault);
  const variants = defaultSection?.siteSpaces.filter(({ isDefault }) => !isDefault) ?? [];
  structure.items.push({
    kind: "site-section",
    ...newPart,
    ...added,
    path: uniquePath(added.path, [...sections, ...variants]),
    isDefault: defaultSection === undefined,
    condition: null,
    description: null,
    siteSpaces,
  });
  assignPositions(structure.items);
  assignPositions(siteSpaces);
}

/** The group that contains a section or a group; undefined at the top level. */
function groupOf(structure: Structure, { id }: StructureItem): GroupPart | undefined {
  return groupsOf(structure).find(({ children }) => children.some((child) => child.id === id));
}

/** The list that contains a section or a group: the children of its group, or the items at the top level of the site. */
function itemSiblings(structure: Structure, item: StructureItem): StructureItem[] {
  return groupOf(structure, item)?.children ?? structure.items;
}

/** Moves a section or a group into a group, or to the top level of the site. */
export function moveItemTo(
  structure: Structure,
  item: StructureItem,
  siblings: StructureItem[],
  index = siblings.length,
): void {
  moveTo(item, itemSiblings(structure, item), siblings, index);
}

/** Moves a group into another one, or to the top level of the site. */
export function setParentGroup(structure: Structure, group: GroupPart, parentId: string | null): void {
  const field = "parentSectionGroupId";
  const parent = parentId === null ? undefined : findGroup(structure, parentId, `${field}: Section group`);
  if (groupOf(structure, group) === parent) return;
  if (parent === group) throw badInput(field, "must not be the group itself");
  if (parent !== undefined) {
    requireOutermost(structure, parent, field);
    requireNoGroups(group, field);
  }
  moveItemTo(structure, group, parent?.children ?? structure.items);
}

function requireNoGroups(group: GroupPart, field: string): void {
  if (groupsOf({ items: group.children }).length > 0)
    throw badInput(field, "must not be in a group: the moved group contains groups");
}

/** Moves a section out of its group, to the position after the group. */
export function removeFromGroup(structure: Structure, section: SectionPart): void {
  const group = groupOf(structure, section);
  if (group === undefined) return;
  const siblings = itemSiblings(structure, group);
  moveItemTo(structure, section, siblings, siblings.indexOf(group) + 1);
}

function removeSiteSpace(structure: Structure, location: SiteSpaceLocation): void {
  const siblings = siblingsOf(structure, location);
  reassignDefault(siblings, location.siteSpace);
  siblings.splice(siblings.indexOf(location.siteSpace), 1);
  removeIfEmpty(structure, location.section);
}

function removeIfEmpty(structure: Structure, section: SectionPart | undefined): void {
  if (section?.siteSpaces.length === 0) removeSection(structure, section);
}

/** Removes a section with its site spaces. The site spaces of the last section stay in the site. */
function removeSection(structure: Structure, section: SectionPart): void {
  if (sectionsOf(structure).length === 1) {
    // The condition of the section must still apply to its site spaces.
    for (const siteSpace of section.siteSpaces)
      siteSpace.condition = joinConditions(section.condition, siteSpace.condition);
    structure.siteSpaces = section.siteSpaces;
    structure.items = emptyGroups(structure.items);
    return;
  }
  reassignDefault(sectionsOf(structure), section);
  const siblings = itemSiblings(structure, section);
  siblings.splice(siblings.indexOf(section), 1);
}

function emptyGroups(items: readonly StructureItem[]): StructureItem[] {
  return items.flatMap((item) =>
    item.kind === "site-section" ? [] : { ...item, children: emptyGroups(item.children) },
  );
}

function joinConditions(outer: string | null, inner: string | null): string | null {
  if (outer === null || inner === null) return outer ?? inner;
  const joined = `(${outer}) && (${inner})`;
  if (joined.length > limits.condition)
    throw conflict("The conditions of the section and of its site spaces are too long to be joined");
  return joined;
}

/** Removes a group. Its sections and groups take its place. */
function removeGroup(structure: Structure, group: GroupPart): void {
  const siblings = itemSiblings(structure, group);
  for (const child of group.children) child.position = "";
  siblings.splice(siblings.indexOf(group), 1, ...group.children);
  assignPositions(siblings);
}

interface DefaultPart {
  readonly id: string;
  isDefault: boolean;
}

/** Makes the part with this id the default; `name` begins the error message if there is none. */
export function setDefault(parts: readonly DefaultPart[], id: string, name: string): void {
  if (!parts.some((part) => part.id === id)) throw notFound(name);
  for (const part of parts) part.isDefault = part.id === id;
}

/** If the part to be removed is the default, the next sibling becomes the default, or the first one if it was the last. */
function reassignDefault(parts: readonly DefaultPart[], removed: DefaultPart): void {
  if (!removed.isDefault) return;
  const others = parts.filter((part) => part !== removed);
  const next = others[parts.indexOf(removed)] ?? others[0];
  for (const part of next ? parts : []) part.isDefault = part === next;
}

/** Sets the path of a part; it must be unique among its siblings. */
export function setPath<Part extends { path: string }>(parts: readonly Part[], part: Part, path: string) {
  if (parts.some((other) => other !== part && other.path === path))
    throw conflict(`path: "${path}" is used by another part at the same level`);
  part.path = path;
}

function uniquePath(path: string, others: readonly { readonly path: string }[]): string {
  const usedPaths = new Set(others.map((other) => other.path));
  let unique = path;
  for (let number = 1; usedPaths.has(unique); number++) unique = numberedSlug(path, number);
  return unique;
}

interface PositionedPart {
  position: string;
}

/** Moves a part to an index in another list of siblings, or in the same list. */
function moveTo<Part extends PositionedPart>(part: Part, from: Part[], to: Part[], index: number) {
  const current = from.indexOf(part);
  from.splice(current, 1);
  to.splice(from === to && current < index ? index - 1 : index, 0, part);
  part.position = "";
  assignPositions(to);
}

/** Assigns positions to the parts that have none, between those of their neighbours. */
function assignPositions(parts: readonly PositionedPart[]): void {
  for (let i = 0; i < parts.length; ) {
    let end = i;
    while (parts[end]?.position === "") end++;
    const keys = generateNKeysBetween(parts[i - 1]?.position ?? null, parts[end]?.position ?? null, end - i);
    for (const key of keys) Object.assign(parts[i++] ?? {}, { position: key });
    i = end + 1;
  }
  if (parts.every(({ position }) => position.length <= maxPositionLength)) return;
  generateNKeysBetween(null, null, parts.length).forEach((position, i) => {
    Object.assign(parts[i] ?? {}, { position });
  });
}

export interface PartRef {
  readonly type: "site-space" | "site-section" | "site-section-group";
  readonly id: string;
}

export interface MovePosition {
  readonly before?: PartRef | undefined;
  readonly after?: PartRef | undefined;
}

/** Removes a part; false if it does not exist. */
export function removeFromStructure(structure: Structure, { type, id }: PartRef): boolean {
  const siteSpace = siteSpacesOf(structure).find((location) => location.siteSpace.id === id);
  const section = sectionsOf(structure).find((candidate) => candidate.id === id);
  const group = groupsOf(structure).find((candidate) => candidate.id === id);
  if (type === "site-space" && siteSpace) removeSiteSpace(structure, siteSpace);
  else if (type === "site-section" && section) removeSection(structure, section);
  else if (type === "site-section-group" && group) removeGroup(structure, group);
  else return false;
  return true;
}

/** The part that another one is moved next to. */
interface Anchor extends PartRef {
  readonly field: string;
  readonly offset: 0 | 1;
}

/**
 * Moves a part before or after another one. Without a position, a site space moves to the end of its siblings, and a
 * section or a group to the end of the site.
 */
export function moveInStructure(structure: Structure, item: PartRef, position: MovePosition = {}): void {
  const anchor = anchorOf(position);
  if (anchor?.id === item.id && anchor.type === item.type)
    throw badInput(anchor.field, "must not be the part that is moved");
  if (item.type === "site-space") moveSiteSpace(structure, item.id, anchor);
  else if (item.type === "site-section") moveSection(structure, item.id, anchor);
  else moveGroup(structure, item.id, anchor);
}

function anchorOf({ before, after }: MovePosition): Anchor | undefined {
  if (before !== undefined && after !== undefined)
    throw badInput("position", "must be either before or after");
  if (before !== undefined) return { ...before, field: "position.before", offset: 0 };
  return after && { ...after, field: "position.after", offset: 1 };
}

function moveSiteSpace(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findSiteSpace(structure, id);
  if (anchor !== undefined && anchor.type !== "site-space")
    throw badInput(`${anchor.field}.type`, "must be site-space");
  const anchorPart = anchor && findSiteSpace(structure, anchor.id, `${anchor.field}: Site space`);
  const { siteSpace, section } = moved;
  const from = siblingsOf(structure, moved);
  const siblings = siblingsOf(structure, anchorPart ?? moved);
  if (from !== siblings) {
    // Its previous siblings get another default; its new siblings keep theirs.
    reassignDefault(from, siteSpace);
    siteSpace.isDefault = siblings.length === 0;
    siteSpace.path = uniquePath(siteSpace.path, siblings);
  }
  moveTo(siteSpace, from, siblings, targetIndex(siblings, anchorPart?.siteSpace, anchor));
  removeIfEmpty(structure, section);
}

function moveSection(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findSection(structure, id);
  const anchorPart = anchor && findItem(structure, anchor);
  const siblings = anchorPart === undefined ? structure.items : itemSiblings(structure, anchorPart);
  moveItemTo(structure, moved, siblings, targetIndex(siblings, anchorPart, anchor));
}

function moveGroup(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findGroup(structure, id);
  const anchorPart = anchor && findItem(structure, anchor);
  const parent = anchorPart && groupOf(structure, anchorPart);
  if (anchor !== undefined && parent !== undefined) {
    if (parent === moved) throw badInput(anchor.field, "must not be in the group that is moved");
    requireOutermost(structure, parent, anchor.field);
    requireNoGroups(moved, anchor.field);
  }
  const siblings = parent?.children ?? structure.items;
  moveItemTo(structure, moved, siblings, targetIndex(siblings, anchorPart, anchor));
}

/** The index before or after the anchor; the end without one. */
function targetIndex<Part>(siblings: readonly Part[], anchorPart: Part | undefined, anchor?: Anchor): number {
  return anchorPart === undefined ? siblings.length : siblings.indexOf(anchorPart) + (anchor?.offset ?? 0);
}

function findItem(structure: Structure, { type, id, field }: Anchor): StructureItem {
  if (type === "site-section") return findSection(structure, id, `${field}: Site section`);
  if (type === "site-section-group") return findGroup(structure, id, `${field}: Site section group`);
  throw badInput(`${field}.type`, "must be site-section or site-section-group");
}

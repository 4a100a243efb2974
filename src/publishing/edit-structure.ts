import { generateNKeysBetween } from "fractional-indexing";
import { limits } from "../content/index.ts";
import { numberedSlug } from "../content/pages/index.ts";
import { conflict, notFound } from "../platform/index.ts";
import {
  type GroupPart,
  groupAround,
  groupsOf,
  hasSections,
  type PlacedSiteSpace,
  type SectionPart,
  type SiteSpacePart,
  type Structure,
  sectionsOf,
  siblingsOf,
  siteSpacesOf,
} from "./structure.ts";

/** A new part, as far as it is known before it has a place; its path is a wish. */
export type NewSiteSpace = Pick<SiteSpacePart, "id" | "spaceId" | "path">;
export type NewSection = Pick<SectionPart, "id" | "path" | "title" | "icon">;
type NewGroup = Pick<GroupPart, "id" | "title" | "icon">;

/** Positions grow when things are put in between again and again; beyond this, all siblings get fresh ones. */
const longestPosition = 48;

/** How many spaces, and how many groups, a site can have. */
const mostParts = 5000;

export function findSection(structure: Structure, id: string, name = "Site section"): SectionPart {
  const found = sectionsOf(structure).find((section) => section.id === id);
  if (found === undefined) throw notFound(name);
  return found;
}

export function findGroup(structure: Structure, id: string, name = "Site section group"): GroupPart {
  const found = groupsOf(structure).find((group) => group.id === id);
  if (found === undefined) throw notFound(name);
  return found;
}

export function findSiteSpace(structure: Structure, id: string, name = "Site space"): PlacedSiteSpace {
  const found = siteSpacesOf(structure).find(({ siteSpace }) => siteSpace.id === id);
  if (found === undefined) throw notFound(name);
  return found;
}

/** Puts a space at the end of a section; without one, of the default section, or of the site where it has none. */
export function addSiteSpace(structure: Structure, added: NewSiteSpace, sectionId?: string): void {
  const section =
    sectionId === undefined
      ? sectionsOf(structure).find(({ isDefault }) => isDefault)
      : findSection(structure, sectionId, "sectionId: Site section");
  const siblings = section?.siteSpaces ?? structure.siteSpaces;
  requireRoom(siteSpacesOf(structure), "spaces");
  siblings.push({
    ...added,
    path: freePath(added.path, [...siblings, ...(section?.isDefault ? others(structure) : [])]),
    position: "",
    isDefault: siblings.length === 0,
    condition: null,
    isTrashed: false,
  });
  settle(siblings);
}

/** Adds a section at the end of the site. What was in a site without sections goes to a first one of its own. */
export function addSection(
  structure: Structure,
  added: NewSection,
  siteSpace: NewSiteSpace,
  first: NewSection,
): void {
  requireRoom(siteSpacesOf(structure), "spaces");
  startSections(structure, first);
  pushSection(structure, added, [
    { ...siteSpace, position: "", isDefault: true, condition: null, isTrashed: false },
  ]);
}

/** Adds a group at the end of the site, with these sections in it. */
export function addGroup(structure: Structure, added: NewGroup, sectionIds: readonly string[]): void {
  const sections = sectionIds.map((id, i) => findSection(structure, id, `sections[${i}]: Site section`));
  requireRoom(groupsOf(structure), "groups");
  const group: GroupPart = { kind: "site-section-group", ...added, position: "", sections: [] };
  structure.items.push(group);
  for (const section of new Set(sections)) placeSection(structure, section, group.sections);
  settle(structure.items);
}

/** A site is read as a whole. */
function requireRoom(parts: readonly unknown[], name: string): void {
  if (parts.length >= mostParts) throw conflict(`The site has ${mostParts} ${name}, and cannot have more`);
}

function startSections(structure: Structure, first: NewSection): void {
  if (hasSections(structure) || structure.siteSpaces.length === 0) return;
  pushSection(structure, first, structure.siteSpaces);
  structure.siteSpaces = [];
}

function pushSection(structure: Structure, added: NewSection, siteSpaces: SiteSpacePart[]): void {
  const sections = sectionsOf(structure);
  const defaultSection = sections.find(({ isDefault }) => isDefault);
  const variants = defaultSection?.siteSpaces.filter(({ isDefault }) => !isDefault) ?? [];
  structure.items.push({
    kind: "site-section",
    ...added,
    path: freePath(added.path, [...sections, ...variants]),
    position: "",
    isDefault: defaultSection === undefined,
    condition: null,
    description: null,
    siteSpaces,
  });
  settle(structure.items);
  settle(siteSpaces);
}

/** Puts a section at the end of other siblings: of a group, or of the whole site. */
export function placeSection(
  structure: Structure,
  section: SectionPart,
  siblings: (SectionPart | GroupPart)[],
  at = siblings.length,
): void {
  const from: (SectionPart | GroupPart)[] = groupAround(structure, section)?.sections ?? structure.items;
  place(section, from, siblings, at);
}

/** Takes a section out of its group; it comes to stand right behind it. */
export function takeOutOfGroup(structure: Structure, section: SectionPart): void {
  const group = groupAround(structure, section);
  if (group === undefined) return;
  placeSection(structure, section, structure.items, structure.items.indexOf(group) + 1);
}

/** Moves a site space; the place that it leaves gets another default, and the one that it comes to keeps its own. */
export function placeSiteSpace(
  structure: Structure,
  placed: PlacedSiteSpace,
  siblings: SiteSpacePart[],
  at: number,
): void {
  const from = siblingsOf(structure, placed);
  const { siteSpace } = placed;
  if (from !== siblings) {
    passDefaultOn(from, siteSpace);
    siteSpace.isDefault = siblings.length === 0;
    siteSpace.path = freePath(siteSpace.path, siblings);
  }
  place(siteSpace, from, siblings, at);
  if (placed.section !== undefined && from.length === 0) removeSection(structure, placed.section);
}

/** With the last site space of a section the section goes too: there would be nothing to show. */
export function removeSiteSpace(structure: Structure, placed: PlacedSiteSpace): void {
  const siblings = siblingsOf(structure, placed);
  passDefaultOn(siblings, placed.siteSpace);
  siblings.splice(siblings.indexOf(placed.siteSpace), 1);
  if (placed.section !== undefined && siblings.length === 0) removeSection(structure, placed.section);
}

/** Removes a section and what is in it. Of the last one, the site spaces stay: the site has no sections any more. */
export function removeSection(structure: Structure, section: SectionPart): void {
  if (sectionsOf(structure).length === 1) {
    // What was hidden by the condition of the section must not be open without it.
    for (const siteSpace of section.siteSpaces)
      siteSpace.condition = bothConditions(section.condition, siteSpace.condition);
    structure.siteSpaces = section.siteSpaces;
    structure.items = groupsOf(structure).map((group) => ({ ...group, sections: [] }));
    return;
  }
  passDefaultOn(sectionsOf(structure), section);
  const siblings: (SectionPart | GroupPart)[] = groupAround(structure, section)?.sections ?? structure.items;
  siblings.splice(siblings.indexOf(section), 1);
}

function bothConditions(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  const both = `(${one}) && (${other})`;
  if (both.length > limits.condition)
    throw conflict("The conditions of the section and of its site spaces are too long to be joined");
  return both;
}

/** Removes a group; its sections come to stand in its place. */
export function removeGroup(structure: Structure, group: GroupPart): void {
  for (const section of group.sections) section.position = "";
  structure.items.splice(structure.items.indexOf(group), 1, ...group.sections);
  settle(structure.items);
}

export function makeDefault<Part extends { isDefault: boolean }>(parts: readonly Part[], chosen: Part): void {
  for (const part of parts) part.isDefault = part === chosen;
}

/** Before a part leaves: the next one becomes the default, or the first where it was the last. */
function passDefaultOn<Part extends { isDefault: boolean }>(parts: readonly Part[], leaving: Part): void {
  if (!leaving.isDefault) return;
  const others = parts.filter((part) => part !== leaving);
  const next = others[parts.indexOf(leaving)] ?? others[0];
  if (next !== undefined) makeDefault(parts, next);
}

/** Gives a part the path that somebody chose. */
export function choosePath<Part extends { path: string }>(
  parts: readonly Part[],
  part: Part,
  path: string,
): void {
  if (parts.some((other) => other !== part && other.path === path))
    throw conflict(`path: "${path}" is taken by another beside it`);
  part.path = path;
}

function freePath(wish: string, others: readonly { readonly path: string }[]): string {
  const taken = new Set(others.map(({ path }) => path));
  let path = wish;
  for (let number = 1; taken.has(path); number++) path = numberedSlug(wish, number);
  return path;
}

/** The sections whose paths stand where those of the default section's variants do. */
function others(structure: Structure): SectionPart[] {
  return sectionsOf(structure).filter(({ isDefault }) => !isDefault);
}

interface Positioned {
  position: string;
}

/** Takes a part from its siblings and puts it among others, or among the same. */
export function place<Part extends Positioned>(part: Part, from: Part[], to: Part[], at: number): void {
  const index = from.indexOf(part);
  from.splice(index, 1);
  to.splice(from === to && index < at ? at - 1 : at, 0, part);
  part.position = "";
  settle(to);
}

/** Gives a position to those that have none yet: between the ones beside them, which keep theirs. */
function settle(parts: readonly Positioned[]): void {
  for (let i = 0; i < parts.length; ) {
    let end = i;
    while (parts[end]?.position === "") end++;
    const keys = generateNKeysBetween(parts[i - 1]?.position ?? null, parts[end]?.position ?? null, end - i);
    for (const key of keys) Object.assign(parts[i++] ?? {}, { position: key });
    i = end + 1;
  }
  if (parts.every(({ position }) => position.length <= longestPosition)) return;
  generateNKeysBetween(null, null, parts.length).forEach((position, i) => {
    Object.assign(parts[i] ?? {}, { position });
  });
}

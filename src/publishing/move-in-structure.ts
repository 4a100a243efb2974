import { badInput } from "../platform/index.ts";
import {
  findGroup,
  findSection,
  findSiteSpace,
  moveSectionTo,
  moveSiteSpaceTo,
  moveTo,
  removeGroup,
  removeSection,
  removeSiteSpace,
} from "./edit-structure.ts";
import {
  type GroupPart,
  groupOf,
  groupsOf,
  type SectionPart,
  type Structure,
  sectionsOf,
  siblingsOf,
  siteSpacesOf,
} from "./structure.ts";

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
  const section = sectionsOf(structure).find((each) => each.id === id);
  const group = groupsOf(structure).find((each) => each.id === id);
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
    throw badInput(anchor.field, "must be something else than what is moved");
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
  const beside = anchor && findSiteSpace(structure, anchor.id, `${anchor.field}: Site space`);
  const siblings = siblingsOf(structure, beside ?? moved);
  moveSiteSpaceTo(structure, moved, siblings, targetIndex(siblings, beside?.siteSpace, anchor));
}

function moveSection(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findSection(structure, id);
  const beside = anchor && findItem(structure, anchor);
  const group = beside?.kind === "site-section" ? groupOf(structure, beside) : undefined;
  const siblings: (SectionPart | GroupPart)[] = group?.sections ?? structure.items;
  moveSectionTo(structure, moved, siblings, targetIndex(siblings, beside, anchor));
}

function moveGroup(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findGroup(structure, id);
  const { items } = structure;
  const beside = anchor && findItem(structure, anchor);
  if (anchor !== undefined && beside !== undefined && !items.includes(beside))
    throw badInput(anchor.field, "must not be in a group: a group cannot contain another");
  moveTo(moved, items, items, targetIndex(items, beside, anchor));
}

/** The index next to a part; without one, the end. */
function targetIndex<Part>(siblings: readonly Part[], beside: Part | undefined, anchor?: Anchor): number {
  return beside === undefined ? siblings.length : siblings.indexOf(beside) + (anchor?.offset ?? 0);
}

function findItem(structure: Structure, { type, id, field }: Anchor): SectionPart | GroupPart {
  if (type === "site-section") return findSection(structure, id, `${field}: Site section`);
  if (type === "site-section-group") return findGroup(structure, id, `${field}: Site section group`);
  throw badInput(`${field}.type`, "must be site-section or site-section-group");
}

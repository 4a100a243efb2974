import { badInput } from "../platform/index.ts";
import {
  findGroup,
  findSection,
  findSiteSpace,
  place,
  placeSection,
  placeSiteSpace,
} from "./edit-structure.ts";
import { type GroupPart, groupAround, type SectionPart, type Structure, siblingsOf } from "./structure.ts";

/** Names one part of a structure. */
export interface Pointer {
  readonly type: "site-space" | "site-section" | "site-section-group";
  readonly id: string;
}

export interface MovePosition {
  readonly before?: Pointer | undefined;
  readonly after?: Pointer | undefined;
}

/** A part that others are put beside. */
interface Anchor extends Pointer {
  readonly field: string;
  /** What is added to its index. */
  readonly offset: 0 | 1;
}

/**
 * Moves a part right before or behind another one. Without a position, a site space goes to the end of where it is, a
 * section or a group to the end of the site.
 */
export function moveInStructure(structure: Structure, item: Pointer, position: MovePosition = {}): void {
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
  placeSiteSpace(structure, moved, siblings, indexBeside(siblings, beside?.siteSpace, anchor));
}

function moveSection(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findSection(structure, id);
  const beside = anchor && findBeside(structure, anchor);
  const group = beside?.kind === "site-section" ? groupAround(structure, beside) : undefined;
  const siblings: (SectionPart | GroupPart)[] = group?.sections ?? structure.items;
  placeSection(structure, moved, siblings, indexBeside(siblings, beside, anchor));
}

function moveGroup(structure: Structure, id: string, anchor: Anchor | undefined): void {
  const moved = findGroup(structure, id);
  const { items } = structure;
  const beside = anchor && findBeside(structure, anchor);
  if (anchor !== undefined && beside !== undefined && !items.includes(beside))
    throw badInput(anchor.field, "must not be in a group: a group cannot stand in another");
  place(moved, items, items, indexBeside(items, beside, anchor));
}

/** Where to put something beside a part; without one, at the end. */
function indexBeside<Part>(siblings: readonly Part[], beside: Part | undefined, anchor?: Anchor): number {
  return beside === undefined ? siblings.length : siblings.indexOf(beside) + (anchor?.offset ?? 0);
}

function findBeside(structure: Structure, { type, id, field }: Anchor): SectionPart | GroupPart {
  if (type === "site-section") return findSection(structure, id, `${field}: Site section`);
  if (type === "site-section-group") return findGroup(structure, id, `${field}: Site section group`);
  throw badInput(`${field}.type`, "must be site-section or site-section-group");
}

import type { SiteSection, SiteSectionGroup, SiteSpace } from "../../../data/api-types.ts";
import { type Destination, type Step, topLevel } from "../../../data/library-tree.ts";

export type StructureReply =
  | { readonly type: "sections"; readonly structure: readonly (SiteSection | SiteSectionGroup)[] }
  | { readonly type: "siteSpaces"; readonly structure: readonly SiteSpace[] };

/** A group, a section, or a site space, which is a variant of those beside it. */
export type StructurePart = SiteSection | SiteSectionGroup | SiteSpace;

/** The parts of a site as a tree. */
export interface StructureTree {
  readonly parts: ReadonlyMap<string, StructurePart>;
  /** The ids of the parts in each part, in their order. The top level is `topLevel`. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
  /** Whether site spaces are in sections. */
  readonly hasSections: boolean;
}

/** The tree of a reply. A site without sections may have groups, all of them empty. */
export function buildTree(
  reply: StructureReply,
  emptyGroups: readonly SiteSectionGroup[] = [],
): StructureTree {
  const parts = new Map<string, StructurePart>();
  const children = new Map<string, string[]>();
  const parents = new Map<string, string>();
  const addAll = (items: readonly StructurePart[], parent: string) => {
    const ids: string[] = [];
    for (const part of items) {
      if (parts.has(part.id)) continue;
      ids.push(part.id);
      parts.set(part.id, part);
      parents.set(part.id, parent);
      if (part.object === "site-section") addAll(part.siteSpaces, part.id);
      if (part.object === "site-section-group") addAll(part.children as StructurePart[], part.id);
    }
    children.set(parent, ids);
  };
  const hasSections = reply.type === "sections";
  addAll(hasSections ? reply.structure : [...emptyGroups, ...reply.structure], topLevel);
  return { parts, children, parents, hasSections };
}

export function childrenOf({ children }: StructureTree, parent: string): readonly string[] {
  return children.get(parent) ?? [];
}

export function parentOf({ parents }: StructureTree, id: string): string {
  return parents.get(id) ?? topLevel;
}

/** The ids of all sections in order, including those in groups. */
export function sectionsOf(tree: StructureTree, parent = topLevel): string[] {
  return childrenOf(tree, parent).flatMap((id) => {
    const { object } = tree.parts.get(id) ?? {};
    if (object === "site-section") return [id];
    return object === "site-section-group" ? sectionsOf(tree, id) : [];
  });
}

export function titleOf(part: StructurePart): string {
  return part.object === "site-space" ? part.title || part.space.title : part.title;
}

/** Whether a part may be in another one: variants in sections, sections in groups, groups one level deep. */
function isAllowedIn(tree: StructureTree, part: StructurePart, parent: string): boolean {
  const container = tree.parts.get(parent);
  if (part.object === "site-space")
    return tree.hasSections ? container?.object === "site-section" : parent === topLevel;
  if (parent === topLevel) return true;
  if (container?.object !== "site-section-group" || parent === part.id) return false;
  if (part.object === "site-section") return true;
  const hasGroups = childrenOf(tree, part.id).some(
    (id) => tree.parts.get(id)?.object === "site-section-group",
  );
  return parentOf(tree, parent) === topLevel && !hasGroups;
}

/** The index among the other parts there. */
function indexIn(tree: StructureTree, id: string, { parent, before, after }: Destination): number {
  const siblings = childrenOf(tree, parent).filter((sibling) => sibling !== id);
  const anchor = siblings.indexOf(before ?? after ?? "");
  if (anchor === -1) return siblings.length;
  return before === undefined ? anchor + 1 : anchor;
}

/** Whether a move would change something and is allowed. */
export function isPossibleMove(tree: StructureTree, id: string, destination: Destination): boolean {
  const part = tree.parts.get(id);
  if (part === undefined || destination.before === id || destination.after === id) return false;
  if (!isAllowedIn(tree, part, destination.parent)) return false;
  if (parentOf(tree, id) !== destination.parent) return true;
  return indexIn(tree, id, destination) !== childrenOf(tree, destination.parent).indexOf(id);
}

/** Where one step moves a part: past a sibling, into the group or section before it, or out of what contains it. */
export function stepDestination(tree: StructureTree, id: string, step: Step): Destination | undefined {
  const parent = parentOf(tree, id);
  const siblings = childrenOf(tree, parent);
  const index = siblings.indexOf(id);
  const isVariant = tree.parts.get(id)?.object === "site-space";
  if (step === "up" || step === "down") {
    const sibling = siblings[step === "up" ? index - 1 : index + 1];
    if (sibling !== undefined) return { parent, [step === "up" ? "before" : "after"]: sibling };
    return isVariant ? destinationInNextSection(tree, parent, step) : undefined;
  }
  if (isVariant) return undefined;
  if (step === "out")
    return parent === topLevel ? undefined : { parent: parentOf(tree, parent), after: parent };
  const group = siblings
    .slice(0, index)
    .findLast((sibling) => tree.parts.get(sibling)?.object === "site-section-group");
  return group === undefined ? undefined : { parent: group };
}

/** A variant at the edge of its section goes on in the section before or after it. */
function destinationInNextSection(tree: StructureTree, section: string, step: "up" | "down") {
  if (!tree.hasSections) return undefined;
  const sections = sectionsOf(tree);
  const index = sections.indexOf(section);
  const next = sections[step === "up" ? index - 1 : index + 1];
  if (next === undefined) return undefined;
  const [first] = childrenOf(tree, next);
  return step === "up" || first === undefined ? { parent: next } : { parent: next, before: first };
}

/** Where a part is now, as a destination, so that a move can be undone. */
export function currentDestination(tree: StructureTree, id: string): Destination {
  const parent = parentOf(tree, id);
  const siblings = childrenOf(tree, parent);
  const index = siblings.indexOf(id);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  if (previous !== undefined) return { parent, after: previous };
  return next === undefined ? { parent } : { parent, before: next };
}

/** The tree after a move, before the server has confirmed it. */
export function withMove(tree: StructureTree, id: string, destination: Destination): StructureTree {
  if (!isPossibleMove(tree, id, destination)) return tree;
  const from = parentOf(tree, id);
  const index = indexIn(tree, id, destination);
  const children = new Map(tree.children);
  children.set(
    from,
    childrenOf(tree, from).filter((sibling) => sibling !== id),
  );
  children.set(destination.parent, (children.get(destination.parent) ?? []).toSpliced(index, 0, id));
  return { ...tree, children, parents: new Map(tree.parents).set(id, destination.parent) };
}

/** The part beside which a moved one is put, as the API has it; undefined for the end of the top level or an empty part. */
export function anchorOf(tree: StructureTree, id: string, { parent, before, after }: Destination) {
  const refTo = (other: string) => {
    const part = tree.parts.get(other);
    return part && { type: part.object, id: other };
  };
  if (before !== undefined) return { before: refTo(before) };
  const last = after ?? childrenOf(tree, parent).findLast((sibling) => sibling !== id);
  return last === undefined ? undefined : { after: refTo(last) };
}

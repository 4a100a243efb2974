import type { SiteSection, SiteSpace } from "../../../data/api-types.ts";
import { type PathPart, reservedPaths, siteSpacePath } from "../../../data/site-paths.ts";
import { parentOf, type StructureTree, titleOf } from "./structure-tree.ts";

/** The path of each site space below the site, without slashes around it. That of the default is empty. */
export type SitePaths = ReadonlyMap<string, string>;

/** Other paths or defaults of parts than the stored ones. */
type PartChanges = ReadonlyMap<string, Partial<PathPart>>;

const unchanged: PartChanges = new Map();

/** The paths of all site spaces. */
export function pathsOf(tree: StructureTree, changes: PartChanges = unchanged): SitePaths {
  const changed = <Part extends SiteSection | SiteSpace>(part: Part): Part => ({
    ...part,
    ...changes.get(part.id),
  });
  const sections = new Map<string, SiteSection>();
  for (const part of tree.parts.values())
    if (part.object === "site-section") sections.set(part.id, changed(part));
  const reserved = reservedPaths(sections.values());
  const paths = new Map<string, string>();
  for (const part of tree.parts.values()) {
    if (part.object !== "site-space") continue;
    paths.set(part.id, siteSpacePath(changed(part), sections.get(parentOf(tree, part.id)), reserved));
  }
  return paths;
}

export interface AddressChange {
  readonly id: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  /** The title of the part that is at the former path now, whose pages take precedence. */
  readonly takenBy: string | undefined;
}

/** The site spaces whose address changes. The server leads readers from the former ones to the new ones. */
export function addressChanges(tree: StructureTree, before: SitePaths, after: SitePaths): AddressChange[] {
  const owners = new Map([...after].map(([id, path]) => [path, id]));
  const titleAt = (path: string) => {
    const part = tree.parts.get(owners.get(path) ?? "");
    return part && titleOf(part);
  };
  return [...before].flatMap(([id, from]) => {
    const to = after.get(id);
    const part = tree.parts.get(id);
    if (to === undefined || to === from || part === undefined) return [];
    return [{ id, title: titleOf(part), from, to, takenBy: titleAt(from) }];
  });
}

/** The changes of a new default: the previous one is none any more. */
export function defaultChanges(tree: StructureTree, id: string): PartChanges {
  const part = tree.parts.get(id);
  const changes = new Map<string, Partial<PathPart>>([[id, { default: true }]]);
  for (const other of tree.parts.values()) {
    if (other.object === "site-section-group" || other.object !== part?.object || other.id === id) continue;
    const isSibling = other.object === "site-section" || parentOf(tree, other.id) === parentOf(tree, id);
    if (isSibling && other.default) changes.set(other.id, { default: false });
  }
  return changes;
}

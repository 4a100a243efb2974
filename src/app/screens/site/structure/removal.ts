import type { SiteSpace } from "../../../data/api-types.ts";
import { topLevel } from "../../../data/library-tree.ts";
import {
  type AddressChange,
  addressChanges,
  defaultChanges,
  pathsOf,
  type SitePaths,
} from "./site-addresses.ts";
import {
  childrenOf,
  parentOf,
  type StructurePart,
  type StructureTree,
  sectionsOf,
  titleOf,
} from "./structure-tree.ts";

export interface Redirect {
  readonly source: string;
  readonly destination: string;
}

/** The site spaces whose addresses end when a part is removed. Those of the last section stay in the site. */
export function removedVariants(tree: StructureTree, part: StructurePart): SiteSpace[] {
  if (part.object === "site-space") return [part];
  if (part.object === "site-section-group" || sectionsOf(tree).length === 1) return [];
  return childrenOf(tree, part.id).flatMap((id) => {
    const child = tree.parts.get(id);
    return child?.object === "site-space" ? [child] : [];
  });
}

/** The part that becomes the default when another one is removed, as the server chooses it: the one after it, or else the first. */
export function nextDefault(tree: StructureTree, part: StructurePart): StructurePart | undefined {
  if (part.object === "site-section-group" || !part.default) return undefined;
  const section = tree.parts.get(parentOf(tree, part.id));
  const siblings =
    part.object === "site-section" ? sectionsOf(tree) : childrenOf(tree, parentOf(tree, part.id));
  // A section without variants is removed, too.
  if (siblings.length === 1)
    return part.object === "site-space" && section ? nextDefault(tree, section) : undefined;
  const others = siblings.filter((id) => id !== part.id);
  return tree.parts.get(others[siblings.indexOf(part.id)] ?? others[0] ?? "");
}

/** The site spaces that stay and get other addresses, because one of them becomes the default. */
export function movedByRemoval(tree: StructureTree, part: StructurePart): AddressChange[] {
  const next = nextDefault(tree, part);
  if (next === undefined) return [];
  const removed = new Set(removedVariants(tree, part).map(({ id }) => id));
  const staying = ([id]: readonly [string, string]) => !removed.has(id);
  const before = new Map([...pathsOf(tree)].filter(staying));
  const after = new Map([...pathsOf(tree, defaultChanges(tree, next.id))].filter(staying));
  return addressChanges(tree, before, after);
}

/** The site spaces to which readers of removed ones can be led, the variants beside them first. */
export function possibleTargets(tree: StructureTree, removed: readonly SiteSpace[]) {
  const ids = new Set(removed.map(({ id }) => id));
  const section = parentOf(tree, removed[0]?.id ?? "");
  const others = [...tree.parts.values()].flatMap((part) => {
    if (part.object !== "site-space" || ids.has(part.id)) return [];
    const parent = tree.parts.get(parentOf(tree, part.id));
    const title = titleOf(part);
    const isNamed = parent !== undefined && titleOf(parent) !== title;
    const isBeside = section !== topLevel && parent?.id === section;
    return [
      {
        id: part.id,
        spaceId: part.space.id,
        isBeside,
        label: isNamed ? `${titleOf(parent)}: ${title}` : title,
      },
    ];
  });
  return [...others.filter(({ isBeside }) => isBeside), ...others.filter(({ isBeside }) => !isBeside)];
}

interface SitePages {
  readonly id: string;
  readonly pages: readonly string[];
}

interface RedirectInput {
  /** The pages of site spaces whose addresses end. */
  readonly ended: readonly SitePages[];
  /** Whether the addresses of these site spaces themselves end, too. */
  readonly hasStarts: boolean;
  readonly target: SitePages;
  /** The paths of site spaces before the change. */
  readonly paths: SitePaths;
}

/** The redirects of addresses that end: to the page with the same path, or else to the start of the target. */
export function redirectsFor({ ended, hasStarts, target, paths }: RedirectInput): Redirect[] {
  const known = new Set(target.pages);
  const base = paths.get(target.id) ?? "";
  const join = (...parts: string[]) => `/${parts.filter((part) => part !== "").join("/")}`;
  return ended.flatMap(({ id, pages }) => {
    const path = paths.get(id) ?? "";
    const start = path === "" || !hasStarts ? [] : [{ source: join(path), destination: join(base) }];
    const redirects = pages.map((page) => ({
      source: join(path, page),
      destination: join(base, known.has(page) ? page : ""),
    }));
    return [...start, ...redirects];
  });
}

import { notFound } from "../platform/index.ts";
import { shadowsIn } from "./addresses.ts";
import {
  type PlacedSiteSpace,
  type SectionPart,
  type SiteSpacePart,
  type Structure,
  sectionsOf,
  shownFirst,
} from "./structure.ts";

/** What a way below a site leads to. */
export interface Found extends PlacedSiteSpace {
  /** What is left of the way: the path of a page. */
  readonly rest: readonly string[];
  /** False while a section or a variant could still be named behind it. */
  readonly complete: boolean;
}

/** Follows the segments of an address below its site. `all` is what there is, `visible` what this visitor sees of it. */
export function findInStructure(
  all: Structure,
  visible: Structure,
  segments: readonly string[],
): Found | undefined {
  const sections = sectionsOf(visible);
  if (sections.length === 0) return findVariant(undefined, visible.siteSpaces, segments);
  const named = findNamedSection(all, sections, segments);
  const section = named ?? shownFirst(sections);
  if (section === undefined) return undefined;
  const found = findVariant(section, section.siteSpaces, named ? segments.slice(1) : segments);
  if (found === undefined || named !== undefined) return found;
  if (found.rest.length > 0) return { ...found, complete: !isHalfWay(all, section, found.rest) };
  const isNameable = sections.some(({ isDefault }) => !isDefault);
  return { ...found, complete: found.complete && !(segments.length === 0 && isNameable) };
}

/** The section that the first segment names. The default one has no segment, unless what follows needs it. */
function findNamedSection(
  all: Structure,
  sections: readonly SectionPart[],
  [first, second]: readonly string[],
): SectionPart | undefined {
  const section = sections.find(({ path }) => path === first);
  if (section === undefined || !section.isDefault) return section;
  const needsIt = section.siteSpaces.some(({ path }) => path === second && shadowsIn(all).has(path));
  return needsIt ? section : undefined;
}

/** Whether an address names the default section, and a variant behind it could need that. */
function isHalfWay(
  all: Structure,
  { isDefault, path, siteSpaces }: SectionPart,
  rest: readonly string[],
): boolean {
  const shadows = shadowsIn(all);
  return (
    isDefault && rest.length === 1 && rest[0] === path && siteSpaces.some((one) => shadows.has(one.path))
  );
}

function findVariant(
  section: SectionPart | undefined,
  siteSpaces: readonly SiteSpacePart[],
  segments: readonly string[],
): Found | undefined {
  const named = siteSpaces.find(({ path, isDefault }) => !isDefault && path === segments[0]);
  const siteSpace = named ?? shownFirst(siteSpaces);
  if (siteSpace === undefined) return undefined;
  const rest = named ? segments.slice(1) : segments;
  const isNameable = siteSpaces.some(({ isDefault }) => !isDefault);
  const complete = named !== undefined || rest.length > 0 || !isNameable;
  return { section, siteSpace, rest, complete };
}

/** The part that shall be shown where none is named. */
export function defaultIn<Part extends { readonly id: string }>(
  parts: readonly Part[],
  id: string,
  name: string,
): Part {
  const found = parts.find((part) => part.id === id);
  if (found === undefined) throw notFound(name);
  return found;
}

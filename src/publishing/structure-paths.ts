import {
  defaultOrFirst,
  type SectionPart,
  type SiteSpaceLocation,
  type SiteSpacePart,
  type Structure,
  sectionsOf,
} from "./structure.ts";

interface PathPart {
  readonly path: string;
  readonly isDefault: boolean;
}

/** The paths of the non-default sections. They take precedence over the variants of the default section. */
export function reservedPaths(structure: Structure): ReadonlySet<string> {
  const named = sectionsOf(structure).filter(({ isDefault }) => !isDefault);
  return new Set(named.map(({ path }) => path));
}

export function sectionSegments(section: SectionPart, reserved: ReadonlySet<string>): string[] {
  const siteSpace = defaultOrFirst(section.siteSpaces);
  if (siteSpace === undefined || siteSpace.isDefault) return section.isDefault ? [] : [section.path];
  return siteSpaceSegments({ section, siteSpace }, reserved);
}

/**
 * The path segments of a site space below the site. Defaults have no segment, except that a variant of the default
 * section whose path is reserved is addressed with the section's path before its own.
 */
export function siteSpaceSegments(
  { section, siteSpace }: { readonly section: PathPart | undefined; readonly siteSpace: PathPart },
  reserved: ReadonlySet<string>,
): string[] {
  const ownSegments = siteSpace.isDefault ? [] : [siteSpace.path];
  if (section === undefined) return ownSegments;
  const isReserved = ownSegments.some((path) => reserved.has(path));
  return section.isDefault && !isReserved ? ownSegments : [section.path, ...ownSegments];
}

/** The site space that path segments resolve to. */
export interface ResolvedSegments extends SiteSpaceLocation {
  /** The remaining segments: the path of a page. */
  readonly rest: readonly string[];
  /** False if one more segment could select another section or variant. */
  readonly complete: boolean;
}

/** Resolves the path segments below a site. `visible` is the part of the structure that this visitor sees. */
export function resolveSegments(all: Structure, visible: Structure, segments: readonly string[]) {
  return segmentsResolver(all, visible)(segments);
}

/** Resolves any number of paths below a site. The structure must not change meanwhile. */
export function segmentsResolver(
  all: Structure,
  visible: Structure,
): (segments: readonly string[]) => ResolvedSegments | undefined {
  const sections = sectionsOf(visible);
  if (sections.length === 0) return (segments) => resolveVariant(undefined, visible.siteSpaces, segments);
  const reserved = reservedPaths(all);
  const hasNamed = sections.some(({ isDefault }) => !isDefault);
  const defaultSection = defaultOrFirst(sections);
  return (segments) => {
    const named = findNamedSection(sections, reserved, segments);
    const section = named ?? defaultSection;
    if (section === undefined) return undefined;
    const found = resolveVariant(section, section.siteSpaces, named ? segments.slice(1) : segments);
    if (found === undefined || named !== undefined) return found;
    if (found.rest.length > 0)
      return { ...found, complete: !isPrefixOfReserved(section, found.rest, reserved) };
    return { ...found, complete: found.complete && !(segments.length === 0 && hasNamed) };
  };
}

/** The section whose path is the first segment. The default section only matches before a reserved variant path. */
function findNamedSection(
  sections: readonly SectionPart[],
  reserved: ReadonlySet<string>,
  [first, second]: readonly string[],
): SectionPart | undefined {
  const section = sections.find(({ path }) => path === first);
  if (section === undefined || !section.isDefault) return section;
  return section.siteSpaces.some(({ path }) => path === second && reserved.has(path)) ? section : undefined;
}

/** Whether the rest is the path of the default section, and the path of a reserved variant could follow. */
function isPrefixOfReserved(
  { isDefault, path, siteSpaces }: SectionPart,
  rest: readonly string[],
  reserved: ReadonlySet<string>,
): boolean {
  return (
    isDefault && rest.length === 1 && rest[0] === path && siteSpaces.some((part) => reserved.has(part.path))
  );
}

function resolveVariant(
  section: SectionPart | undefined,
  siteSpaces: readonly SiteSpacePart[],
  segments: readonly string[],
): ResolvedSegments | undefined {
  const named = siteSpaces.find(({ path, isDefault }) => !isDefault && path === segments[0]);
  const siteSpace = named ?? defaultOrFirst(siteSpaces);
  if (siteSpace === undefined) return undefined;
  const rest = named ? segments.slice(1) : segments;
  const hasNamed = siteSpaces.some(({ isDefault }) => !isDefault);
  return { section, siteSpace, rest, complete: named !== undefined || rest.length > 0 || !hasNamed };
}

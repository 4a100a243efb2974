import type { Site } from "./api-types.ts";

/** The address of a site, also of one that is not published. `base` is the URL below which sites of its organization are. */
export function siteAddress({ id, urls, proxy, hostname, basename }: Site, base: string | undefined) {
  if (urls.published !== undefined) return urls.published;
  const own = proxy?.origin ?? hostname;
  if (own !== undefined) return `https://${own}`;
  return base === undefined ? undefined : `${base}/${basename ?? id}`;
}

/** A section or a site space, as far as it is in addresses. */
export interface PathPart {
  readonly path: string;
  readonly default: boolean;
}

/** The paths of sections that a variant of the default section must not hide. */
export function reservedPaths(sections: Iterable<PathPart>): ReadonlySet<string> {
  return new Set(Iterator.from(sections).flatMap((section) => (section.default ? [] : [section.path])));
}

/** The path of a site space below its site, without slashes around it, as the server makes it: defaults have no segment. */
export function siteSpacePath(
  siteSpace: PathPart,
  section: PathPart | undefined,
  reserved: ReadonlySet<string>,
): string {
  const segments = siteSpace.default ? [] : [siteSpace.path];
  const isReserved = segments.some((segment) => reserved.has(segment));
  const isShort = section === undefined || (section.default && !isReserved);
  return (isShort ? segments : [section.path, ...segments]).join("/");
}

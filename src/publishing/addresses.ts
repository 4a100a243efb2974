import type { SiteTable } from "../storage/database/index.ts";
import { type SectionPart, type Structure, sectionsOf, shownFirst } from "./structure.ts";

/** What the address of a site is made of. */
type AddressedSite = Pick<
  SiteTable,
  "id" | "organization_id" | "basename" | "hostname" | "proxy" | "visibility"
> & { readonly organization_hostname: string | null };

/** Where the server itself shows a site: below its own address, or on the host that belongs to the site. */
function ownAddress(baseUrl: string, site: AddressedSite): string {
  if (site.hostname === null) return plainAddress(baseUrl, site);
  const { protocol, port } = new URL(baseUrl);
  return `${protocol}//${site.hostname}${port && `:${port}`}/`;
}

/** Below the server's own address, whatever else leads there. */
export function plainAddress(baseUrl: string, site: AddressedSite): string {
  const organization = site.organization_hostname ?? site.organization_id;
  return joinAddress(baseUrl, [organization, site.basename ?? site.id]);
}

/** Where readers find a site: where somebody else shows it, if that is so. */
export function readersAddress(baseUrl: string, site: AddressedSite): string {
  return site.proxy === null ? ownAddress(baseUrl, site) : `https://${site.proxy}`;
}

/** The same with the key of a share link, where the site is opened by one; without any key there is no address then. */
export function siteAddress(
  baseUrl: string,
  site: AddressedSite,
  shareKey: string | null,
): string | undefined {
  const address = readersAddress(baseUrl, site);
  if (site.visibility !== "share-link") return address;
  return shareKey === null ? undefined : joinAddress(address, [shareKey]);
}

/** An address with more segments behind it. */
export function joinAddress(address: string, segments: readonly string[]): string {
  if (segments.length === 0) return address;
  return [address.replace(/\/$/, ""), ...segments.map(encodeSegment)].join("/");
}

/** The segments of a path as they are meant; undefined where they are encoded wrongly. */
export function decodeSegments(path: string): string[] | undefined {
  try {
    return path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The path of these segments, in the one spelling that is shown and looked for. */
export function encodePath(segments: readonly string[]): string {
  return `/${segments.map(encodeSegment).join("/")}`;
}

function encodeSegment(segment: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment).replace(/[!'()*]/g, hex);
}

/** What of a part its address is made of. */
interface Named {
  readonly path: string;
  readonly isDefault: boolean;
}

/** The paths of sections that stand where those of the default section's variants would. */
export function shadowsIn(structure: Structure): ReadonlySet<string> {
  return new Set(
    sectionsOf(structure)
      .filter(({ isDefault }) => !isDefault)
      .map(({ path }) => path),
  );
}

/** The way to a section below the site. */
export function sectionSegments(section: SectionPart, shadows: ReadonlySet<string>): string[] {
  const siteSpace = shownFirst(section.siteSpaces);
  if (siteSpace === undefined || siteSpace.isDefault) return section.isDefault ? [] : [section.path];
  return siteSpaceSegments({ section, siteSpace }, shadows);
}

/**
 * The way to a site space below the site: the default section and the default site space have no segment. Where a
 * variant of the default section is called like another section, it is named together with its own.
 */
export function siteSpaceSegments(
  { section, siteSpace }: { readonly section: Named | undefined; readonly siteSpace: Named },
  shadows: ReadonlySet<string>,
): string[] {
  const own = siteSpace.isDefault ? [] : [siteSpace.path];
  if (section === undefined) return own;
  return section.isDefault && !own.some((path) => shadows.has(path)) ? own : [section.path, ...own];
}

/** Where its readers find it, while it is published; those who open it by a share link with this key. */
export function publishedAddress(
  baseUrl: string,
  row: AddressedSite & Pick<SiteTable, "published">,
  shareKey: string | null,
): string | undefined {
  return row.published === 1 ? siteAddress(baseUrl, row, shareKey) : undefined;
}

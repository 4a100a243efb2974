import type { SiteTable } from "../storage/database/index.ts";

/** The columns that the address of a site depends on. */
type AddressedSite = Pick<
  SiteTable,
  "id" | "organization_id" | "basename" | "hostname" | "proxy" | "visibility" | "published"
> & { readonly organization_hostname: string | null };

/** The address of a site below the server's own address. It works also if the site has a host name or a proxy. */
export function serverAddress(baseUrl: string, site: AddressedSite): string {
  const organization = site.organization_hostname ?? site.organization_id;
  return joinAddress(baseUrl, [organization, site.basename ?? site.id]);
}

/** The canonical address of a site: at its proxy, on its own host, or below the server's address. */
export function publicAddress(baseUrl: string, site: AddressedSite): string {
  if (site.proxy !== null) return `https://${site.proxy}`;
  if (site.hostname === null) return serverAddress(baseUrl, site);
  const { protocol, port } = new URL(baseUrl);
  return `${protocol}//${site.hostname}${port && `:${port}`}/`;
}

/**
 * The canonical address of a published site, with the share key if the site requires one. Undefined if it is not
 * published, or if there is no key.
 */
export function publishedAddress(baseUrl: string, site: AddressedSite, shareKey: string | null) {
  if (site.published === 0) return undefined;
  const address = publicAddress(baseUrl, site);
  if (site.visibility !== "share-link") return address;
  return shareKey === null ? undefined : joinAddress(address, [shareKey]);
}

export function joinAddress(address: string, segments: readonly string[]): string {
  if (segments.length === 0) return address;
  return [address.replace(/\/$/, ""), ...segments.map(encodeSegment)].join("/");
}

/** The decoded segments of a path; undefined if the percent-encoding is invalid. */
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

/** The normalized path of these segments. */
export function encodePath(segments: readonly string[]): string {
  return `/${segments.map(encodeSegment).join("/")}`;
}

function encodeSegment(segment: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment).replace(/[!'()*]/g, hex);
}

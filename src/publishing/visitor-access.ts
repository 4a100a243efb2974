import { hash, timingSafeEqual } from "node:crypto";
import { keyFingerprint, type Visitor } from "../identity/tokens/index.ts";
import type { Reader, SiteShareLinkTable } from "../storage/database/index.ts";
import type { Claims } from "./conditions.ts";
import type { SiteLocation } from "./locate-site.ts";
import type { SiteRow } from "./site-store.ts";

export interface VisitorAccess {
  readonly claims: Claims;
  /** The share key that granted the access. It is included in the URLs that the visitor gets. */
  readonly shareKey?: string;
}

/** The claims of an unidentified visitor. */
export const noClaims: Claims = { unsigned: {} };

/** The access that the holder of a visitor token still has: the site may have changed since it was issued. */
export async function renewVisitorAccess(
  db: Reader,
  site: SiteRow,
  visitor: Visitor,
): Promise<VisitorAccess | undefined> {
  const belongsToSite = visitor.siteId === site.id && visitor.organizationId === site.organization_id;
  // Claims that were signed with a previous key are not trusted: that key may have leaked.
  const isSigned = visitor.authKeyFingerprint === keyFingerprint(site.auth_key);
  if (!belongsToSite || site.published === 0 || !(isSigned || visitor.authKeyFingerprint === undefined))
    return undefined;
  const claims = site.adaptive_content === 0 ? { ...visitor.claims, unsigned: {} } : visitor.claims;
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { claims };
    case "visitor-auth":
      return isSigned ? { claims } : undefined;
    case "share-link": {
      const link = await selectActiveLinks(db, site)
        .where("id", "=", visitor.shareLinkId ?? "")
        .executeTakeFirst();
      return link && { claims, shareKey: link.key };
    }
  }
}

/** The access that a share key grants: only to a published site that is shared by links. */
export async function accessByShareKey(
  db: Reader,
  site: SiteRow,
  shareKey: string,
): Promise<VisitorAccess | undefined> {
  if (site.published === 0 || site.visibility !== "share-link") return undefined;
  const link = await findActiveLink(db, site, shareKey);
  return link && { claims: noClaims, shareKey: link.key };
}

const shareKeyPattern = /^[0-9A-Za-z]{22}$/;

/**
 * Splits the key of an active share link off a URL path. Shared URLs stay valid if the visibility changes. If the path has
 * no key, `otherKey` is used.
 */
export async function splitShareKey(
  db: Reader,
  { site, base, rest }: SiteLocation,
  otherKey = "",
): Promise<Pick<SiteLocation, "base" | "rest"> & { readonly link?: SiteShareLinkTable }> {
  const [key = "", ...remaining] = rest;
  const link = shareKeyPattern.test(key) ? await findActiveLink(db, site, key) : undefined;
  if (link !== undefined) return { base: [...base, key], rest: remaining, link };
  const other = shareKeyPattern.test(otherKey) ? await findActiveLink(db, site, otherKey) : undefined;
  return { base, rest, ...(other && { link: other }) };
}

async function findActiveLink(db: Reader, site: SiteRow, key: string) {
  const link = await selectActiveLinks(db, site).where("key_hash", "=", hashShareKey(key)).executeTakeFirst();
  if (link === undefined) return undefined;
  const [stored, given] = [link.key, key].map((value) => Buffer.from(hashShareKey(value)));
  return stored && given && timingSafeEqual(stored, given) ? link : undefined;
}

function selectActiveLinks(db: Reader, { id, organization_id }: SiteRow) {
  return db
    .selectFrom("site_share_links")
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .where("active", "=", 1)
    .selectAll();
}

export function hashShareKey(key: string): string {
  return hash("sha256", key, "base64url");
}

import { hash, timingSafeEqual } from "node:crypto";
import { jwtVerify } from "jose";
import { keyFingerprint, type Visitor } from "../identity/tokens/index.ts";
import { badInput } from "../platform/index.ts";
import type { Reader, SiteShareLinkTable } from "../storage/database/index.ts";
import { type Claims, isMet } from "./conditions.ts";
import type { SiteLocation } from "./locate-site.ts";
import type { PublishingContext } from "./published-content.ts";
import type { SiteRow } from "./site-store.ts";
import { filterStructure, type SectionPart, type SiteSpacePart, type Structure } from "./structure.ts";
import { readStructure, type SiteRef } from "./structure-store.ts";

/** The access of a visitor to a site. */
export interface VisitorAccess {
  readonly claims: Claims;
  /** The share key that granted it; part of the addresses that the visitor is shown. */
  readonly shareKey?: string;
}

/** The claims of an unidentified visitor. */
export const noClaims: Claims = { unsigned: {} };

/** The credentials that a visitor presents. */
export interface VisitorCredentials {
  readonly type?: "human" | "agent";
  readonly jwtToken?: string;
  readonly unsignedClaims?: Readonly<Record<string, unknown>>;
}

/** An authorized visit: the visitor, and the address split after the site and its share key. */
export interface SiteVisit extends Pick<SiteLocation, "base" | "rest"> {
  readonly visitor: Visitor;
  readonly shareKey?: string;
}

/** Visitor tokens contain the claims and are sent in a header with every request. */
const maxClaimsLength = 4096;

/** Grants access to a site if the credentials and the address satisfy its visibility. */
export async function authorizeVisit(
  { database, clock }: PublishingContext,
  location: SiteLocation,
  credentials: VisitorCredentials,
): Promise<SiteVisit | undefined> {
  const { site } = location;
  if (credentials.type === "agent" && site.agents_context === "excluded") return undefined;
  const { jwtToken, unsignedClaims } = credentials;
  const signed = jwtToken === undefined ? undefined : await verifyToken(site, jwtToken, clock.time());
  const { link, ...address } = await splitShareKey(database.read, location);
  const visitor: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: joinClaims(site, signed, unsignedClaims),
    admittedAt: clock.time(),
    ...(signed && { authKeyFingerprint: keyFingerprint(site.auth_key) }),
    ...(typeof signed?.exp === "number" && { expiresAt: signed.exp * 1000 }),
  };
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { visitor, ...address };
    case "visitor-auth":
      return signed && { visitor, ...address };
    case "share-link":
      return link && { visitor: { ...visitor, shareLinkId: link.id }, ...address, shareKey: link.key };
  }
}

/** The claims of a token signed with the site's key; undefined if it is invalid or expired. */
async function verifyToken(site: SiteRow, token: string, now: number): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(site.auth_key), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
    });
    return payload;
  } catch {
    return undefined;
  }
}

/** Unsigned claims are kept under `unsigned`, and ignored unless adaptive content is enabled or was never set. */
function joinClaims(site: SiteRow, signed: Claims | undefined, unsigned: Claims = {}): Claims {
  const claims = { ...signed, unsigned: site.adaptive_content === 0 ? {} : unsigned };
  if (JSON.stringify(claims).length > maxClaimsLength)
    throw badInput("visitor", `must not claim more than ${maxClaimsLength} characters`);
  return claims;
}

/** The access that the holder of a visitor token still has: the site may have changed since it was issued. */
export async function renewVisitorAccess(
  db: Reader,
  site: SiteRow,
  visitor: Visitor,
): Promise<VisitorAccess | undefined> {
  const isOfSite = visitor.siteId === site.id && visitor.organizationId === site.organization_id;
  // Claims that were signed with a previous key are not trusted: that key may have leaked.
  const isSigned = visitor.authKeyFingerprint === keyFingerprint(site.auth_key);
  if (!isOfSite || site.published === 0 || !(isSigned || visitor.authKeyFingerprint === undefined))
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

/** Splits the key of an active share link off an address. Shared addresses stay valid if the visibility changes. */
export async function splitShareKey(
  db: Reader,
  { site, base, rest }: SiteLocation,
): Promise<Pick<SiteLocation, "base" | "rest"> & { readonly link?: SiteShareLinkTable }> {
  const [key = "", ...behind] = rest;
  const link = shareKeyPattern.test(key) ? await findActiveLink(db, site, key) : undefined;
  return link === undefined ? { base, rest } : { base: [...base, key], rest: behind, link };
}

async function findActiveLink(
  db: Reader,
  site: SiteRow,
  key: string,
): Promise<SiteShareLinkTable | undefined> {
  const link = await selectActiveLinks(db, site).where("key_hash", "=", hashShareKey(key)).executeTakeFirst();
  if (link === undefined) return undefined;
  const [stored, given] = [link.key, key].map((each) => Buffer.from(hashShareKey(each)));
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

/** The structure of a site, and the part of it that somebody sees. */
export interface StructureView {
  readonly all: Structure;
  readonly visible: Structure;
  /** Undefined for a member, who sees everything but the trash. */
  readonly claims: Claims | undefined;
}

export async function readStructureView(
  db: Reader,
  site: SiteRef,
  claims: Claims | undefined,
): Promise<StructureView> {
  const all = await readStructure(db, site);
  const isVisible = (part: SectionPart | SiteSpacePart) =>
    !("isTrashed" in part && part.isTrashed) && (claims === undefined || isMet(part.condition, claims));
  return { all, visible: filterStructure(all, isVisible, claims === undefined), claims };
}

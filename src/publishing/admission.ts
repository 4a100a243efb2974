import { hash, timingSafeEqual } from "node:crypto";
import { printOf, type Visitor } from "../identity/tokens/index.ts";
import type { Reader, SiteShareLinkTable } from "../storage/database/index.ts";
import { type Claims, isMet } from "./conditions.ts";
import type { SiteRow } from "./site-store.ts";
import { type SectionPart, type SiteSpacePart, type Structure, visibleStructure } from "./structure.ts";

/** Why somebody who is no member may look at a site, and as whom. */
export interface Admission {
  readonly claims: Claims;
  /** The key that let them in, to be part of the addresses that they are shown. */
  readonly shareKey?: string;
}

/** Nothing is known of somebody who has nothing but a key, or nothing at all. */
export const noClaims: Claims = { unsigned: {} };

/** Whether the site is still open to somebody who was let in before. */
export async function admitAgain(
  db: Reader,
  site: SiteRow,
  visitor: Visitor,
): Promise<Admission | undefined> {
  const isOfSite = visitor.siteId === site.id && visitor.organizationId === site.organization_id;
  // Whoever has the old key may have signed anything with it.
  const isSigned = visitor.authKeyPrint === printOf(site.auth_key);
  if (!isOfSite || site.published === 0 || !(isSigned || visitor.authKeyPrint === undefined))
    return undefined;
  const claims = site.adaptive_content === 0 ? { ...visitor.claims, unsigned: {} } : visitor.claims;
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { claims };
    case "visitor-auth":
      return isSigned ? { claims } : undefined;
    case "share-link": {
      const link = await activeLinks(db, site)
        .where("id", "=", visitor.shareLinkId ?? "")
        .executeTakeFirst();
      return link && { claims, shareKey: link.key };
    }
  }
}

/** The active share link with this key, of a site that is opened by such links. */
export async function findShareLink(
  db: Reader,
  site: SiteRow,
  key: string,
): Promise<SiteShareLinkTable | undefined> {
  if (site.published === 0 || site.visibility !== "share-link") return undefined;
  return findActiveLink(db, site, key);
}

/** The active share link with this key, whatever it opens at the moment. */
export async function findActiveLink(
  db: Reader,
  site: SiteRow,
  key: string,
): Promise<SiteShareLinkTable | undefined> {
  const link = await activeLinks(db, site).where("key_hash", "=", hashKey(key)).executeTakeFirst();
  return link && isSameKey(link.key, key) ? link : undefined;
}

export function hashKey(key: string): string {
  return hash("sha256", key, "base64url");
}

/** Takes as long whatever is the same of them. */
function isSameKey(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashKey(one)), Buffer.from(hashKey(other)));
}

function activeLinks(db: Reader, { id, organization_id }: SiteRow) {
  return db
    .selectFrom("site_share_links")
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .where("active", "=", 1)
    .selectAll();
}

/** What a visitor with these claims sees of a site. */
export function structureFor(structure: Structure, claims: Claims): Structure {
  return visibleStructure(structure, (part) => isMet(part.condition, claims) && isLiving(part));
}

/** A site without what is in the trash. */
export function livingStructure(structure: Structure): Structure {
  return visibleStructure(structure, isLiving, true);
}

function isLiving(part: SectionPart | SiteSpacePart): boolean {
  return !("isTrashed" in part && part.isTrashed);
}

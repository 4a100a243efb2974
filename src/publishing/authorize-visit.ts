import { canonicalize } from "../content/index.ts";
import { findMembership, includesRole } from "../identity/roles/index.ts";
import { admissionTime, keyFingerprint, type Preview, type Visitor } from "../identity/tokens/index.ts";
import { badInput, notFound } from "../platform/index.ts";
import type { Claims } from "./conditions.ts";
import type { PreviewedCustomization } from "./customization-previews.ts";
import type { SiteLocation } from "./locate-site.ts";
import type { PublishingContext } from "./published-content.ts";
import type { SiteRow } from "./site-store.ts";
import { splitShareKey } from "./visitor-access.ts";
import { verifyVisitorJwt } from "./visitor-jwt.ts";

export interface VisitorCredentials {
  readonly type?: "human" | "agent";
  readonly jwtToken?: string | undefined;
  /** A share key that is not in the URL. */
  readonly shareKey?: string | undefined;
  readonly unsignedClaims?: Readonly<Record<string, unknown>>;
}

/** An authorized visit: the visitor, and the path segments up to the share key (`base`) and after it (`rest`). */
export interface SiteVisit extends Pick<SiteLocation, "base" | "rest"> {
  readonly visitor: Visitor;
  readonly shareKey?: string;
  /** The id of the member who previews the site, or who made the link of the preview. Visits of others are not previews. */
  readonly previewer?: string;
  /** Whether parts of the site that are drafts are shown too. */
  readonly includesDrafts?: boolean;
  /** The customization that is previewed. The page is otherwise the one that readers of the published site get. */
  readonly customization?: PreviewedCustomization;
}

/** Why a visitor has no access: their JWT is invalid for this reason, or they sent none. */
interface RefusedVisit {
  readonly invalidJwt?: string;
}

/** The maximum length of claims as JSON. Visitor tokens contain them and are sent in a header with every request. */
const maxClaimsLength = 4096;

/** Grants access to a site if the credentials and the URL satisfy its visibility. */
export async function authorizeVisit(
  { database, clock }: PublishingContext,
  location: SiteLocation,
  credentials: VisitorCredentials,
): Promise<SiteVisit | RefusedVisit> {
  const { site } = location;
  if (credentials.type === "agent" && site.agents_context === "excluded") throw notFound("Published content");
  const { jwtToken, unsignedClaims } = credentials;
  const { claims: signed, ...refusal } =
    jwtToken === undefined ? {} : await verifyVisitorJwt(site.auth_key, jwtToken, clock.time());
  const { link, ...segments } = await splitShareKey(database.read, location, credentials.shareKey);
  const visitor: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: mergeClaims(site, signed, unsignedClaims),
    admittedAt: admissionTime(clock.time()),
    ...(signed && { authKeyFingerprint: keyFingerprint(site.auth_key) }),
    ...(typeof signed?.exp === "number" && { expiresAt: signed.exp * 1000 }),
  };
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { visitor, ...segments };
    case "visitor-auth":
      return signed ? { visitor, ...segments } : refusal;
    case "share-link":
      return link ? { visitor: { ...visitor, shareLinkId: link.id }, ...segments, shareKey: link.key } : {};
  }
}

/**
 * Grants a member of the organization, who can read all its spaces, access to a site that is not published. They see it
 * as a visitor with the claims of the preview does, whatever its visibility.
 */
export async function authorizePreview(
  { database, clock }: PublishingContext,
  { site, base, rest }: SiteLocation,
  { userId, claims, includesDrafts = false }: Preview,
  unsignedClaims: Claims | undefined,
): Promise<SiteVisit | undefined> {
  const membership = await findMembership(database.read, site.organization_id, userId);
  if (membership === undefined || membership.disabled === 1 || !includesRole(membership.role, "read"))
    return undefined;
  const visitor: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: mergeClaims(site, claims, { ...Object(claims?.unsigned), ...unsignedClaims }),
    admittedAt: admissionTime(clock.time()),
  };
  return { visitor, base, rest, previewer: userId, includesDrafts };
}

/** Unsigned claims are stored under `unsigned`, and ignored unless adaptive content is enabled or was never set. */
export function mergeClaims(site: SiteRow, signed: Claims | undefined, unsigned: Claims = {}): Claims {
  const claims = { ...signed, unsigned: site.adaptive_content === 0 ? {} : unsigned };
  if (JSON.stringify(claims).length > maxClaimsLength)
    throw badInput("visitor", `must not have more than ${maxClaimsLength} characters of claims`);
  // Equal claims get an equal JSON text, and thereby an equal token.
  return canonicalize(claims);
}

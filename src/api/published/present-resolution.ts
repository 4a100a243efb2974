import { hash } from "node:crypto";
import { signVisitorToken } from "../../identity/tokens/index.ts";
import { type Claims, encodePath, type ResolvedAddress } from "../../publishing/index.ts";
import type { Context } from "../http/index.ts";
import type { Resolution } from "./schema.ts";

/** Presents the content of an address, with a token to read it. */
export async function presentResolution(
  { secrets }: Context,
  { site, visit, section, siteSpace, space, rest, pageId, ...found }: ResolvedAddress,
): Promise<Resolution> {
  const { visitor, base, shareKey } = visit;
  const parts = { ...(section && { siteSection: section.id }), siteSpace: siteSpace.id, space: space.id };
  const siteSpaceSegments = visit.rest.slice(0, visit.rest.length - rest.length);
  return {
    organization: site.organization_id,
    site: site.id,
    ...parts,
    revision: space.revisionId,
    ...(pageId !== undefined && { page: pageId }),
    pathname: rest.join("/"),
    basePath: basePathOf([...base, ...siteSpaceSegments]),
    siteBasePath: basePathOf(base),
    canonicalUrl: found.canonicalUrl,
    complete: found.complete,
    ...(shareKey !== undefined && { shareKey }),
    ...(hasClaims(visitor.claims) && { contextId: contextIdOf(visitor.claims) }),
    apiToken: await signVisitorToken(secrets, visitor, parts),
  };
}

/** With a slash at both ends: clients append paths to it. */
function basePathOf(segments: readonly string[]): string {
  return segments.length === 0 ? "/" : `${encodePath(segments)}/`;
}

function contextIdOf(claims: Claims): string {
  return hash("sha256", JSON.stringify(claims), "base64url").slice(0, 22);
}

function hasClaims({ unsigned, ...signed }: Claims): boolean {
  return Object.keys(signed).length > 0 || Object.keys(unsigned ?? {}).length > 0;
}

import { printOf, type Visitor } from "../../identity/tokens/index.ts";
import { badInput } from "../../platform/index.ts";
import { type Claims, findActiveLink, type SiteRow } from "../../publishing/index.ts";
import type { SiteShareLinkTable } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { Located } from "./locate-site.ts";

/** What somebody brings along who wants to read a site. */
export interface VisitorInput {
  readonly type?: "human" | "agent";
  readonly jwtToken?: string;
  readonly unsignedClaims?: Readonly<Record<string, unknown>>;
}

/** Somebody who was let in, and what of the address that took. */
export interface Admitted {
  readonly visitor: Visitor;
  /** The segments that lead to the site, with the key that let them in. */
  readonly base: readonly string[];
  readonly rest: readonly string[];
  readonly shareKey?: string;
}

/** They come back in a header with every request. */
const mostClaims = 4096;

/** Lets somebody in who has what the site asks for; undefined for all others. */
export async function admitVisitor(
  context: Context,
  located: Located,
  visitor: VisitorInput,
): Promise<Admitted | undefined> {
  const { site } = located;
  if (visitor.type === "agent" && site.agents_context === "excluded") return undefined;
  const signed =
    visitor.jwtToken === undefined ? undefined : await readSigned(context, site, visitor.jwtToken);
  const { link, ...way } = await takeKey(context, located);
  const known: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: joinClaims(site, signed, visitor.unsignedClaims),
    since: context.clock.time(),
    ...(signed && { authKeyPrint: printOf(site.auth_key) }),
    ...(typeof signed?.exp === "number" && { until: signed.exp * 1000 }),
  };
  switch (site.visibility) {
    case "public":
    case "unlisted":
      return { visitor: known, ...way };
    case "visitor-auth":
      return signed && { visitor: known, ...way };
    case "share-link":
      return link && { visitor: { ...known, shareLinkId: link.id }, ...way, shareKey: link.key };
  }
}

const looksLikeKey = /^[0-9A-Za-z]{22}$/;

/** Takes the key of a share link from the way below a site. It leads there also while others may see the site. */
export async function takeKey(
  { database }: Context,
  { site, base, rest }: Located,
): Promise<Pick<Located, "base" | "rest"> & { readonly link?: SiteShareLinkTable }> {
  const [key = "", ...behind] = rest;
  const link = looksLikeKey.test(key) ? await findActiveLink(database.read, site, key) : undefined;
  return link === undefined ? { base, rest } : { base: [...base, key], rest: behind, link };
}

/** What the site vouches for: the claims of a token that was signed with its key, and has not expired. */
async function readSigned(context: Context, site: SiteRow, token: string): Promise<Claims | undefined> {
  const { jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(site.auth_key), {
      algorithms: ["HS256"],
      currentDate: new Date(context.clock.time()),
    });
    return payload;
  } catch {
    return undefined;
  }
}

/** What visitors say of themselves is kept apart, and left out where the site does not want it. */
function joinClaims(site: SiteRow, signed: Claims | undefined, unsigned: Claims | undefined): Claims {
  const claims = { ...signed, unsigned: site.adaptive_content === 0 ? {} : (unsigned ?? {}) };
  if (JSON.stringify(claims).length > mostClaims)
    throw badInput("visitor", `must not claim more than ${mostClaims} characters`);
  return claims;
}

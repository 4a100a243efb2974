import { hash } from "node:crypto";
import { findByPath, findHomePage, findPage } from "../../content/pages/index.ts";
import { signVisitorToken } from "../../identity/tokens/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  type Claims,
  encodePath,
  type Found,
  findInStructure,
  isMet,
  joinAddress,
  readStructure,
  type SiteRow,
  type Structure,
  sectionsOf,
  shadowsIn,
  siblingsOf,
  siteAddress,
  siteSpaceSegments,
  structureFor,
} from "../../publishing/index.ts";
import { isVisible, openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { addressOfDestination, destinationOf, findRedirect } from "../site-redirects/index.ts";
import { findSpaces, type SpaceRow } from "../spaces/index.ts";
import { type Admitted, admitVisitor, type VisitorInput } from "./admit-visitor.ts";
import { findDefaultSite, locateSite, readUrl } from "./locate-site.ts";
import type { Resolution } from "./schema.ts";

interface Asked {
  readonly url: string;
  readonly visitor?: VisitorInput | undefined;
  readonly redirectOnError?: boolean | undefined;
}

/** What an address leads a visitor to. It is the visitor who must be let in: who asks for them does not matter. */
export async function resolveAddress(context: Context, asked: Asked): Promise<Resolution> {
  const url = readUrl(asked.url);
  const located = await locateSite(context, url);
  if (located === undefined) {
    const redirect = await findDefaultSite(context, url);
    if (redirect === undefined) throw notFound("Published content");
    return { target: "content", redirect };
  }
  const { site } = located;
  const jwtToken = asked.visitor?.jwtToken ?? url.searchParams.get("jwt_token") ?? undefined;
  const admitted = await admitVisitor(context, located, { ...asked.visitor, ...(jwtToken && { jwtToken }) });
  if (admitted === undefined) {
    const fallback = asked.redirectOnError ? fallbackOf(site, located.rest) : undefined;
    if (fallback === undefined) throw notFound("Published content");
    return { target: "external", redirect: fallback };
  }
  const all = await readStructure(context.database.read, site);
  const { claims } = admitted.visitor;
  const shown = structureFor(all, claims);
  const found = findInStructure(all, shown, admitted.rest);
  if (found === undefined) throw notFound("Published content");
  const { spaceId } = found.siteSpace;
  const space = (await findSpaces(context.database.read, site.organization_id, [spaceId])).get(spaceId);
  if (space === undefined) throw notFound("Published content");
  const page = await findPageAt(context, space, found.rest, claims);
  const redirect =
    page === undefined
      ? await findOtherAddress(context, site, { all, shown, claims }, admitted, found)
      : undefined;
  if (redirect !== undefined) return { target: "content", redirect };
  return presentResolution(context, site, admitted, { ...found, space, page }, all);
}

/** Where visitors without a valid token get one; they are told what they wanted to see. */
function fallbackOf(site: SiteRow, rest: readonly string[]): string | undefined {
  if (site.visibility !== "visitor-auth" || site.auth_fallback_url === null) return undefined;
  const url = new URL(site.auth_fallback_url);
  url.searchParams.set("location", encodePath(rest));
  return url.href;
}

/** The id of the page at the end of the way; at its beginning, of the first page that there is. */
async function findPageAt(
  context: Context,
  space: SpaceRow,
  rest: readonly string[],
  claims: Claims,
): Promise<string | undefined> {
  const content = openSpaceContent(context, space, space.root);
  if (rest.length === 0)
    return findHomePage(content, ({ hidden, condition }) => !hidden && isMet(condition, claims));
  const id = await findByPath(content, rest.join("/"));
  const page = id === undefined ? undefined : await findPage(content, id);
  return page !== undefined && (await isVisible(content, page, claims)) ? id : undefined;
}

/** All of a site, what a visitor sees of it, and why. */
interface Seen {
  readonly all: Structure;
  readonly shown: Structure;
  readonly claims: Claims;
}

/** Where to go instead: by a redirect of the site, or where the address names a default that needs no name. */
async function findOtherAddress(
  context: Context,
  site: SiteRow,
  structures: Seen,
  { rest, shareKey }: Admitted,
  found: Found,
): Promise<string | undefined> {
  const root = siteAddress(context.config.baseUrl, site, shareKey ?? null);
  if (found.rest.length === 0 || root === undefined) return undefined;
  const redirect = await findRedirect(context.database.read, site, { source: encodePath(rest) });
  const target =
    redirect && (await addressOfDestination(context, site, structures, root, destinationOf(redirect)));
  if (target !== undefined) return target;
  return withoutDefaultNames(structures, root, found);
}

/**
 * The address without the names of the default section and the default variant, if it has one of them. Where there is
 * nothing to choose, there are no names.
 */
function withoutDefaultNames({ all, shown }: Seen, root: string, found: Found): string | undefined {
  const { section, siteSpace, rest } = found;
  const areSections = sectionsOf(shown).length > 1;
  const areVariants = siblingsOf(shown, found).length > 1;
  let left = rest;
  if (areSections && section?.isDefault && left[0] === section.path) left = left.slice(1);
  if (areVariants && siteSpace.isDefault && left[0] === siteSpace.path) left = left.slice(1);
  return left === rest
    ? undefined
    : joinAddress(root, [...siteSpaceSegments(found, shadowsIn(all)), ...left]);
}

async function presentResolution(
  context: Context,
  site: SiteRow,
  { visitor, base, rest: way, shareKey }: Admitted,
  found: Found & { readonly space: SpaceRow; readonly page: string | undefined },
  all: Structure,
): Promise<Resolution> {
  const { section, siteSpace, rest, space, page } = found;
  const entrance = { ...(section && { siteSection: section.id }), siteSpace: siteSpace.id, space: space.id };
  const named = way.slice(0, way.length - rest.length);
  const root = siteAddress(context.config.baseUrl, site, shareKey ?? null) ?? "";
  return {
    organization: site.organization_id,
    site: site.id,
    ...entrance,
    revision: space.revision_id,
    ...(page !== undefined && { page }),
    pathname: rest.join("/"),
    basePath: basePathOf([...base, ...named]),
    siteBasePath: basePathOf(base),
    canonicalUrl: joinAddress(root, [...siteSpaceSegments(found, shadowsIn(all)), ...rest]),
    complete: found.complete,
    ...(shareKey !== undefined && { shareKey }),
    ...(hasClaims(visitor.claims) && { contextId: contextOf(visitor.claims) }),
    apiToken: await signVisitorToken(context.secrets, visitor, entrance),
  };
}

/** With a slash at both ends, as clients put paths behind it. */
function basePathOf(segments: readonly string[]): string {
  return segments.length === 0 ? "/" : `${encodePath(segments)}/`;
}

function contextOf(claims: Claims): string {
  return hash("sha256", JSON.stringify(claims), "base64url").slice(0, 22);
}

function hasClaims({ unsigned, ...signed }: Claims): boolean {
  return Object.keys(signed).length > 0 || Object.keys(unsigned ?? {}).length > 0;
}

import { admissionTime, type Visitor } from "../identity/tokens/index.ts";
import { newSecretId, PreviewEnded } from "../platform/index.ts";
import { prepared, type Reader } from "../storage/database/index.ts";
import { mergeClaims } from "./authorize-visit.ts";
import { type Claims, isMet } from "./conditions.ts";
import { findCustomizationPreview, resolveCustomizationPreview } from "./customization-previews.ts";
import { splitBase } from "./locate-site.ts";
import { filterStructure, type PublishingContext, type StructureView } from "./published-content.ts";
import { type ResolvedUrl, resolveInSite, type UrlRedirect } from "./resolve-url.ts";
import { fromSites, type PreviewedContent, type SiteRow, siteColumns } from "./site-store.ts";
import { encodePath, joinUrl } from "./site-urls.ts";
import { type SiteSpacePart, type Structure, type StructureItem, sectionsOf } from "./structure.ts";
import { readSharedStructure } from "./structure-store.ts";
import { hashShareKey } from "./visitor-access.ts";

/** The path of previews below the URL of all sites. The key of a link, and the id of a site follow. */
const previewPath = ["~lectern", "previews"] as const;

/** The segment instead of a site's id, for a space that no published site shows. */
const spaceSegment = "space";

const keyPattern = /^[0-9A-Za-z]{22}$/;

/** The number of sites of which a change request can be previewed. */
const maxSites = 100;

export function newPreviewKey(): { readonly key: string; readonly key_hash: string } {
  const key = newSecretId();
  return { key, key_hash: hashShareKey(key) };
}

export function previewUrl({ sites }: PublishingContext["config"], key: string, siteId?: string): string {
  return joinUrl(sites.url, [...previewPath, key, ...(siteId === undefined ? [] : [siteId])]);
}

/** Whether a URL is below the path of previews. */
export function isPreviewUrl(context: PublishingContext, url: URL): boolean {
  const { rest } = splitBase(context.config, url) ?? { rest: [] };
  return previewPath.every((segment, i) => rest[i] === segment);
}

/** The published sites that show a space, the oldest first. */
export function findSitesShowing(db: Reader, organizationId: string, spaceId: string): Promise<SiteRow[]> {
  return fromSites(db)
    .where("sites.organization_id", "=", organizationId)
    .where("sites.published", "=", 1)
    .where("sites.id", "in", (inner) =>
      inner.selectFrom("site_spaces").where("space_id", "=", spaceId).select("site_id"),
    )
    .select(siteColumns)
    .orderBy("sites.id")
    .limit(maxSites)
    .execute();
}

interface LinkRow extends Omit<PreviewedContent, "isOutdated"> {
  readonly organizationId: string;
  readonly createdBy: string;
  readonly title: string;
  readonly baseRoot: string;
  readonly primaryRoot: string;
}

/** The link with a key, while its change request is neither merged nor archived and its space is not deleted. */
const findLink = prepared<{ hash: string }, LinkRow>((db, value) =>
  db
    .selectFrom("preview_links")
    .innerJoin("change_requests", "change_requests.id", "preview_links.change_request_id")
    .innerJoin("contents", "contents.id", "change_requests.space_id")
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .where("preview_links.key_hash", "=", value("hash"))
    .where("change_requests.status", "in", ["draft", "open"])
    .where("contents.deleted_at", "is", null)
    .select([
      "contents.organization_id as organizationId",
      "contents.title",
      "preview_links.created_by as createdBy",
      "change_requests.id as changeRequestId",
      "change_requests.space_id as spaceId",
      "change_requests.number",
      "change_requests.subject",
      "change_requests.revision_id as revisionId",
      "change_requests.root",
      "change_requests.base_root as baseRoot",
      "spaces.root as primaryRoot",
    ]),
);

interface PreviewPath {
  /** The segments up to the key. */
  readonly root: readonly string[];
  readonly siteId: string | undefined;
  readonly segments: readonly string[];
}

/** Resolves a URL of a preview of a change request or of a customization. The key in it is the only credential. */
export async function resolvePreviewLink(
  context: PublishingContext,
  url: URL,
  unsignedClaims: Claims | undefined,
): Promise<UrlRedirect | ResolvedUrl> {
  const { base = [], rest = [] } = splitBase(context.config, url) ?? {};
  const [key = "", siteId, ...segments] = rest.slice(previewPath.length);
  if (!keyPattern.test(key)) throw new PreviewEnded();
  const { read } = context.database;
  const hash = hashShareKey(key);
  const path = { root: [...base, ...previewPath, key], siteId, segments };
  const [link] = await findLink(read, { hash });
  if (link !== undefined) return resolveChangeRequest(context, link, path, unsignedClaims);
  const preview = await findCustomizationPreview(read, hash, context.clock.now());
  const visited = preview?.siteId === siteId ? preview : undefined;
  const location = { base: [...path.root, siteId ?? ""], rest: segments };
  const resolved = visited && (await resolveCustomizationPreview(context, visited, location, unsignedClaims));
  if (resolved === undefined) throw new PreviewEnded();
  return resolved;
}

/**
 * Resolves a path in a site with the content of a change request instead of the primary content of its space. The link opens
 * that space; other spaces are shown if everyone may read them in the site.
 */
async function resolveChangeRequest(
  context: PublishingContext,
  link: LinkRow,
  { root, siteId, segments }: PreviewPath,
  unsignedClaims: Claims | undefined,
): Promise<UrlRedirect | ResolvedUrl> {
  const sites = await findSitesShowing(context.database.read, link.organizationId, link.spaceId);
  if (siteId === undefined)
    return { target: "content", redirect: encodePath([...root, sites[0]?.id ?? spaceSegment]) };
  const site = siteId === spaceSegment ? siteOfSpace(link) : sites.find(({ id }) => id === siteId);
  if (site === undefined) throw new PreviewEnded();
  const visitor: Visitor = {
    organizationId: site.organization_id,
    siteId: site.id,
    claims: mergeClaims(site, undefined, unsignedClaims),
    admittedAt: admissionTime(context.clock.time()),
  };
  const visit = { visitor, base: [...root, siteId], rest: segments, previewer: link.createdBy };
  const all =
    siteId === spaceSegment ? structureOfSpace(link) : await readSharedStructure(context.database.read, site);
  const view = { all, visible: visibleIn(all, site, link.spaceId, visitor.claims), claims: visitor.claims };
  // As a site that is not published, it has no canonical URL and nothing of it is indexed or counted.
  return resolveInSite(context, { ...site, published: 0, preview: previewedContentOf(link) }, visit, view);
}

function previewedContentOf(link: LinkRow): PreviewedContent {
  const { changeRequestId, spaceId, number, subject, revisionId, root, baseRoot, primaryRoot } = link;
  return {
    changeRequestId,
    spaceId,
    number,
    subject,
    revisionId,
    root,
    isOutdated: baseRoot !== primaryRoot,
  };
}

/** The site spaces of the previewed space, and on a site that everyone may open, what visitors with these claims see. */
function visibleIn(all: Structure, site: SiteRow, spaceId: string, claims: Claims): StructureView["visible"] {
  const isOpen = ["public", "unlisted"].includes(site.visibility);
  const own = (siteSpaces: readonly SiteSpacePart[]) => siteSpaces.some((part) => part.spaceId === spaceId);
  const shows = (part: StructureItem | SiteSpacePart): boolean => {
    if ("spaceId" in part) return part.spaceId === spaceId;
    return "children" in part
      ? sectionsOf({ items: [part] }).some(({ siteSpaces }) => own(siteSpaces))
      : own(part.siteSpaces);
  };
  return filterStructure(all, (part) => {
    if ("isTrashed" in part && part.isTrashed) return false;
    if (shows(part)) return true;
    return isOpen && !part.isDraft && (!("condition" in part) || isMet(part.condition, claims));
  });
}

/** A site of one space with the default look. */
function siteOfSpace({ spaceId, organizationId, title }: LinkRow): SiteRow {
  return {
    id: spaceId,
    organization_id: organizationId,
    type: "basic",
    title,
    visibility: "unlisted",
    published: 0,
    basename: null,
    hostname: null,
    proxy: null,
    adaptive_content: null,
    agents_context: "included",
    adaptive_schema_at: null,
    auth_backend: "custom",
    auth_key: "",
    auth_fallback_url: null,
    created_at: "",
    organization_hostname: null,
    share_key: null,
  };
}

function structureOfSpace({ spaceId }: LinkRow): Structure {
  const part = { id: spaceId, spaceId, path: "", position: "", isDefault: true, condition: null };
  const flags = { isDraft: false, isHidden: false, isTrashed: false, sourceKey: null };
  return { siteSpaces: [{ ...part, ...flags }], items: [] };
}

import type { Context } from "../../api/http/index.ts";
import { type ContentRef, destinationOf } from "../../content/document/index.ts";
import type { Content, FileRecord } from "../../content/index.ts";
import { ReferenceResolver, type ReferenceTarget, toUrlTarget } from "../../content/links/index.ts";
import { type LocatedPage, locatePages } from "../../content/pages/index.ts";
import { EventLoopYielder, sizeText } from "../../platform/index.ts";
import {
  findPublishedSpace,
  isPageShown,
  reservedPaths,
  siblingsOf,
  siteSpaceSegments,
  siteSpacesOf,
} from "../../publishing/index.ts";
import { findSpacesByOrigin } from "../../storage/repositories/index.ts";
import type { DocumentTargets, SiteImage, SiteTarget } from "../document/index.ts";
import { type Dependencies, readDependencies } from "./dependencies.ts";
import { keyOfRef } from "./page-parts.ts";
import { findHomePath, type SitePlace, segmentsOfPath } from "./site-page.ts";
import type { SiteUrls } from "./site-urls.ts";
import { readSpecs } from "./spec-documents.ts";

export interface PageTargets extends DocumentTargets {
  fileOf(ref: ContentRef): FileRecord | undefined;
  readonly dependencies: Dependencies;
}

/** The references of a page by their keys. */
type ResolvedRefs = ReadonlyMap<string, ReferenceTarget>;

/** Looks up the targets of references. Relative ones start from the page of the place. */
export async function readTargets(
  context: Context,
  page: SitePlace,
  refs: readonly ContentRef[],
  urls: SiteUrls,
): Promise<PageTargets> {
  const resolved = await resolveAppLinks(context, page, await resolveRefs(page, refs));
  const idsBySpace = groupBySpace(page, resolved);
  const organizationId = page.site.organization_id;
  const { names, specs, dependencies } = await readDependencies(context, organizationId, {
    users: idsOf(resolved, "user"),
    specs: idsOf(resolved, "openapi"),
    spaces: shownSpaces(page, idsBySpace),
  });
  const pages = await locateTargets(context, page, idsBySpace);
  const documents = await readSpecs(context, organizationId, specs);
  const resolutionOf = (ref: ContentRef): ReferenceTarget =>
    resolved.get(keyOfRef(ref)) ?? { ref, status: "external" };
  const fileUrl = (file: FileRecord) => urls.file(page.space.id, file);
  const targetOf = (written: ContentRef): SiteTarget => {
    const { ref, file } = resolutionOf(written);
    switch (ref.kind) {
      case "url":
        return externalTarget(ref.url);
      case "file":
        return file === undefined ? externalTarget(ref.file) : fileTarget(file, fileUrl(file));
      case "page":
      case "anchor":
        return pageTarget(ref, page, pages, urls);
      case "space":
        return spaceTarget(pages.get(ref.space), urls);
      case "user":
        return { kind: "user", title: names.get(ref.user) ?? "" };
      case "collection":
        return { kind: "collection", title: "" };
      case "reusable-content":
        return { kind: "reusable-content", title: "" };
      case "openapi":
        return { kind: "openapi", title: ref.spec };
    }
  };
  return {
    dependencies,
    targetOf,
    fileOf: (ref) => resolutionOf(ref).file,
    imageOf: (written) => imageOf(resolutionOf(written), fileUrl),
    specOf: (ref) => (ref.kind === "openapi" ? documents.get(ref.spec) : undefined),
  };
}

async function resolveRefs(
  { space, pageId = "" }: SitePlace,
  refs: readonly ContentRef[],
): Promise<ResolvedRefs> {
  const resolver = new ReferenceResolver(space.content, space.id);
  await resolver.preload(refs, pageId);
  const resolved = new Map<string, ReferenceTarget>();
  const yielder = new EventLoopYielder();
  for (const ref of refs) {
    resolved.set(keyOfRef(ref), await resolver.resolve(ref, pageId));
    if (yielder.isDue) await yielder.yieldIfDue();
  }
  return resolved;
}

/**
 * Resolves links to GitBook's application in the spaces of the site, which are found by their ids or by those that they were
 * imported from. Other links stay URLs.
 */
async function resolveAppLinks(
  context: Context,
  { site, view }: SitePlace,
  resolved: ResolvedRefs,
): Promise<ResolvedRefs> {
  const isAppLink = ({ url }: ReferenceTarget) => url !== undefined;
  if (!resolved.values().some(isAppLink)) return resolved;
  const written = [...resolved.values()].filter(isAppLink).flatMap(({ ref }) => spaceIn(ref) ?? []);
  const origins = await findSpacesByOrigin(context.database.read, site.organization_id, [
    ...new Set(written),
  ]);
  const shown = new Set(siteSpacesOf(view.visible).map(({ siteSpace }) => siteSpace.spaceId));
  const resolvers = new Map<string, Promise<ReferenceResolver | undefined>>();
  const openResolver = async (id: string) => {
    const target = await findPublishedSpace(context, site, id);
    return target && new ReferenceResolver(target.content, id);
  };
  const targets = new Map<string, ReferenceTarget>();
  for (const [key, target] of resolved) {
    const origin = spaceIn(target.ref) ?? "";
    const space = shown.has(origin) ? origin : (origins.get(origin) ?? "");
    const isShown = isAppLink(target) && shown.has(space);
    const resolver = isShown
      ? await resolvers.getOrInsertComputed(space, () => openResolver(space))
      : undefined;
    const found = await resolver?.resolve({ ...target.ref, space } as ContentRef, undefined);
    const isFound = found?.status === "found" || found?.ref.kind === "space";
    targets.set(
      key,
      isFound ? { ref: { ...found.ref, space } as ContentRef, status: "found" } : toUrlTarget(target),
    );
  }
  return targets;
}

function spaceIn(ref: ContentRef): string | undefined {
  return "space" in ref ? ref.space : undefined;
}

function idsOf(resolved: ResolvedRefs, kind: "user" | "openapi"): string[] {
  return Array.from(resolved.values()).flatMap(({ ref }) => {
    if (ref.kind !== kind) return [];
    return ref.kind === "user" ? ref.user : ref.spec;
  });
}

/** The pages of a space that this visitor sees, by id, and where the space is in the site. */
interface TargetSpace {
  readonly segments: readonly string[];
  readonly pages: ReadonlyMap<string, LocatedPage>;
  /** The path of its home page for this visitor. */
  readonly home: string | undefined;
}

type IdsBySpace = ReadonlyMap<string, ReadonlySet<string>>;

/** The ids of the pages that are referred to, by space. */
function groupBySpace({ space }: SitePlace, resolved: ResolvedRefs): IdsBySpace {
  const idsBySpace = new Map<string, Set<string>>([[space.id, new Set()]]);
  for (const { ref } of resolved.values()) {
    if (ref.kind !== "page" && ref.kind !== "anchor" && ref.kind !== "space") continue;
    const ids = idsBySpace.getOrInsertComputed(ref.space ?? space.id, () => new Set());
    if (ref.kind !== "space" && ref.page !== undefined) ids.add(ref.page);
  }
  return idsBySpace;
}

/**
 * The spaces of which a page shows something that is not in its own revision: those with linked pages, and the variants,
 * this one included, because their titles are shown.
 */
function shownSpaces(page: SitePlace, idsBySpace: IdsBySpace): string[] {
  const linked = [...idsBySpace.keys()].filter((id) => id !== page.space.id);
  const variants = siblingsOf(page.view.visible, page).map(({ spaceId }) => spaceId);
  return [...new Set([...linked, ...(variants.length > 1 ? variants : [])])].sort();
}

/** Locates the pages that are referred to, in this space and in others of the site. Pages that are hidden from the visitor are omitted. */
async function locateTargets(
  context: Context,
  { site, view, space, visit }: SitePlace,
  idsBySpace: IdsBySpace,
): Promise<ReadonlyMap<string, TargetSpace>> {
  const targets = new Map<string, TargetSpace>();
  const reserved = reservedPaths(view.all);
  for (const [spaceId, ids] of idsBySpace) {
    const location = siteSpacesOf(view.visible).find(({ siteSpace }) => siteSpace.spaceId === spaceId);
    const target = spaceId === space.id ? space : await findPublishedSpace(context, site, spaceId);
    if (location === undefined || target === undefined) continue;
    const segments = siteSpaceSegments(location, reserved);
    const pages = await locateVisible(target.content, [...ids], visit.visitor.claims);
    const home = pages.size === 0 ? undefined : await findHomePath(target.content, visit.visitor.claims);
    targets.set(spaceId, { segments, pages, home });
  }
  return targets;
}

async function locateVisible(
  content: Content,
  ids: readonly string[],
  claims: Readonly<Record<string, unknown>>,
): Promise<Map<string, LocatedPage>> {
  const located = await locatePages(content, ids);
  for (const [id, { record }] of located)
    if (!(await isPageShown(content, id, record, claims))) located.delete(id);
  return located;
}

function pageTarget(
  ref: Extract<ContentRef, { kind: "page" | "anchor" }>,
  page: SitePlace,
  spaces: ReadonlyMap<string, TargetSpace>,
  urls: SiteUrls,
): SiteTarget {
  const hash = ref.kind === "anchor" ? `#${encodeURIComponent(ref.anchor)}` : "";
  if (ref.kind === "anchor" && ref.page === undefined) return { kind: "anchor", title: hash, href: hash };
  const space = spaces.get(ref.space ?? page.space.id);
  const target = space?.pages.get(ref.page ?? "");
  if (space === undefined || target === undefined) return { kind: ref.kind, title: "" };
  const { record, path } = target;
  return {
    kind: ref.kind,
    title: record.linkTitle ?? record.title,
    href: urls.page(segmentsOfPath(space.segments, path, space.home)) + hash,
    ...(record.description !== undefined && { note: record.description }),
    ...(record.icon !== undefined && { icon: record.icon }),
    ...(record.emoji !== undefined && { emoji: record.emoji }),
  };
}

function spaceTarget(space: TargetSpace | undefined, urls: SiteUrls): SiteTarget {
  return { kind: "space", title: "", ...(space && { href: urls.page(space.segments) }) };
}

/** The schemes that a link may have. Others could run scripts or open other programs. */
const linkSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);

export function externalTarget(text: string): SiteTarget {
  const url = URL.parse(text);
  if (url === null || !linkSchemes.has(url.protocol)) return { kind: "url", title: text };
  return { kind: "url", title: text, href: url.href, isExternal: true };
}

function imageOf(
  { ref, file }: ReferenceTarget,
  fileUrl: (file: FileRecord) => string,
): SiteImage | undefined {
  if (file !== undefined) return { src: fileUrl(file), ...file.dimensions };
  const url = URL.parse(destinationOf(ref));
  return url !== null && (url.protocol === "https:" || url.protocol === "http:")
    ? { src: url.href }
    : undefined;
}

/** The icons of files by the beginning of their content type. */
const fileIcons = {
  ...{ "image/": "file-image", "video/": "file-video", "audio/": "file-audio", "text/csv": "file-csv" },
  ...{ "text/": "file-lines", "application/pdf": "file-pdf", "application/zip": "file-zipper" },
};

export function fileTarget({ name, size, contentType }: FileRecord, href: string): SiteTarget {
  const [, icon] = Object.entries(fileIcons).find(([start]) => contentType.startsWith(start)) ?? [];
  const [, extension] = /\.(\w{1,8})$/.exec(name) ?? [];
  const note = [extension?.toUpperCase() ?? contentType, sizeText(size)].join(" · ");
  return { kind: "file", title: name, href, note, ...(icon !== undefined && { icon }) };
}

import type { Context } from "../../api/http/index.ts";
import { type ExternalObjects, findExternalObjects } from "../../api/links/index.ts";
import type { SpaceRow } from "../../api/spaces/index.ts";
import type { ContentRef } from "../../content/document/index.ts";
import { type Content, type FileRecord, openContent } from "../../content/index.ts";
import { ReferenceResolver, type ReferenceTarget } from "../../content/links/index.ts";
import { findPages } from "../../content/pages/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import {
  type DocumentTargets,
  externalTarget,
  fileTarget,
  readSpecs,
  type SiteImage,
  type SiteTarget,
} from "../../site/index.ts";
import { openNodes } from "../../storage/repositories/index.ts";

/** The content that is read, and by whom. */
export interface ReadContent {
  readonly space: SpaceRow;
  readonly member: Membership;
  readonly content: Content;
  /** The path of the content in the workspace, such as `/spaces/x/revisions/y`. Links to its pages stay in it. */
  readonly path: string;
}

export interface WriterTargets extends DocumentTargets {
  fileOf(ref: ContentRef): FileRecord | undefined;
}

/** Looks up what a document refers to, as a member sees it: pages are places in the workspace. Other hosts have no images. */
export async function readWriterTargets(
  context: Context,
  read: ReadContent,
  refs: readonly ContentRef[],
  origin: string | undefined,
): Promise<WriterTargets> {
  const { space, member } = read;
  const found = await resolveRefs(read, refs, origin);
  const external = await findExternalObjects(
    context.database.read,
    member,
    [...found.values()].map(({ ref }) => ref),
  );
  const resolved = await resolveInOtherSpaces(context, found, external);
  const pages = await readPages(context, read, resolved, external);
  const specs = await readSpecs(context, space.organization_id, external.specs);
  const resolutionOf = (ref: ContentRef): ReferenceTarget =>
    resolved.get(JSON.stringify(ref)) ?? { ref, status: "external" };
  const fileUrl = (file: FileRecord) => context.fileLinks.urlOf(space.id, file);
  const targetOf = (written: ContentRef): SiteTarget => {
    const { ref, file } = resolutionOf(written);
    switch (ref.kind) {
      case "url":
        return externalTarget(ref.url);
      case "file":
        return file === undefined ? externalTarget(ref.file) : fileTarget(file, fileUrl(file));
      case "page":
      case "anchor":
        return pageTarget(context, read, ref, pages);
      default:
        return objectTarget(context, read, ref, external);
    }
  };
  return {
    targetOf,
    fileOf: (ref) => resolutionOf(ref).file,
    imageOf: (written): SiteImage | undefined => {
      const { file } = resolutionOf(written);
      return file && { src: fileUrl(file), ...file.dimensions };
    },
    specOf: (ref) => (ref.kind === "openapi" ? specs.get(ref.spec) : undefined),
  };
}

type ResolvedRefs = ReadonlyMap<string, ReferenceTarget>;

async function resolveRefs(
  { space, content }: ReadContent,
  refs: readonly ContentRef[],
  origin: string | undefined,
): Promise<ResolvedRefs> {
  const resolver = new ReferenceResolver(content, space.id);
  await resolver.preload(refs, origin);
  const resolved = new Map<string, ReferenceTarget>();
  const yielder = new EventLoopYielder();
  for (const ref of refs) {
    resolved.set(JSON.stringify(ref), await resolver.resolve(ref, origin));
    await yielder.yieldIfDue();
  }
  return resolved;
}

/** Resolves links to GitBook's application that lead to spaces of this server. The others are links to it. */
async function resolveInOtherSpaces(
  context: Context,
  resolved: ResolvedRefs,
  { spaces, spacesByOrigin }: ExternalObjects,
): Promise<ResolvedRefs> {
  const targets = new Map<string, ReferenceTarget>();
  const resolvers = new Map<string, ReferenceResolver>();
  for (const [key, target] of resolved) {
    const { ref, url } = target;
    if (url === undefined) {
      targets.set(key, target);
      continue;
    }
    const id = "space" in ref ? (ref.space ?? "") : "";
    const space = spaces.get(id) ?? spacesByOrigin.get(id);
    const inSpace = space && ({ ...ref, space: space.id } as ContentRef);
    const resolver =
      space &&
      resolvers.getOrInsertComputed(
        space.id,
        () => new ReferenceResolver(contentOf(context, space), space.id),
      );
    const found =
      inSpace && inSpace.kind !== "space" ? await resolver?.resolve(inSpace, undefined) : undefined;
    const isFound = inSpace?.kind === "space" || found?.status === "found";
    targets.set(key, {
      ref:
        isFound && space
          ? ({ ...(found?.ref ?? inSpace), space: space.id } as ContentRef)
          : { kind: "url", url },
      status: isFound ? "found" : "external",
    });
  }
  return targets;
}

function contentOf(context: Context, { repository_id, root }: SpaceRow): Content {
  return openContent(openNodes(context, repository_id), root);
}

type PageRef = Extract<ContentRef, { kind: "page" | "anchor" }>;
type KnownPages = ReadonlyMap<string, Awaited<ReturnType<typeof findPages>>>;

/** The pages that are referred to, by space. Those of spaces that the member may not read are omitted. */
async function readPages(
  context: Context,
  { space, content }: ReadContent,
  resolved: ResolvedRefs,
  { spaces }: ExternalObjects,
): Promise<KnownPages> {
  const ids = new Map<string, Set<string>>();
  for (const { ref } of resolved.values())
    if ((ref.kind === "page" || ref.kind === "anchor") && ref.page !== undefined)
      ids.getOrInsertComputed(ref.space ?? space.id, () => new Set()).add(ref.page);
  const pages = new Map<string, Awaited<ReturnType<typeof findPages>>>();
  for (const [spaceId, pageIds] of ids) {
    const other = spaces.get(spaceId);
    if (spaceId === space.id) pages.set(spaceId, await findPages(content, pageIds));
    else if (other) pages.set(spaceId, await findPages(contentOf(context, other), pageIds));
  }
  return pages;
}

function pageTarget(
  { urls }: Context,
  { space, path }: ReadContent,
  ref: PageRef,
  pages: KnownPages,
): SiteTarget {
  const hash = ref.kind === "anchor" ? `#${encodeURIComponent(ref.anchor)}` : "";
  if (ref.kind === "anchor" && ref.page === undefined) return { kind: "anchor", title: hash, href: hash };
  const spaceId = ref.space ?? space.id;
  const page = pages.get(spaceId)?.get(ref.page ?? "");
  if (page === undefined) return { kind: ref.kind, title: "" };
  const parent = spaceId === space.id ? path : `/spaces/${spaceId}`;
  const { title, linkTitle, description, icon, emoji } = page;
  return {
    kind: ref.kind,
    title: linkTitle ?? title,
    href: urls.app(`${parent}/pages/${ref.page}`) + hash,
    ...(description !== undefined && { note: description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
  };
}

/** The target of a reference to something that is no page and no file. */
function objectTarget(
  { urls }: Context,
  { space, member }: ReadContent,
  ref: Exclude<ContentRef, { kind: "url" | "file" | "page" | "anchor" }>,
  { spaces, collections, users, specs }: ExternalObjects,
): SiteTarget {
  const linkTo = (title: string | undefined, path: string): SiteTarget => ({
    kind: ref.kind,
    title: title ?? "",
    ...(title !== undefined && { href: urls.app(path) }),
  });
  switch (ref.kind) {
    case "space":
      return linkTo(
        ref.space === space.id ? space.title : spaces.get(ref.space)?.title,
        `/spaces/${ref.space}`,
      );
    case "collection":
      return linkTo(collections.get(ref.collection)?.title, `/collections/${ref.collection}`);
    case "openapi":
      return linkTo(specs.get(ref.spec)?.slug, `/orgs/${member.organizationId}/openapi/${ref.spec}`);
    case "user":
      return { kind: "user", title: users.get(ref.user)?.display_name ?? "" };
    case "reusable-content":
      return { kind: "reusable-content", title: "" };
  }
}

import type { Static } from "@sinclair/typebox";
import { type ContentRef, destinationOf } from "../../content/document/index.ts";
import { type Content, type FileRecord, findReusableContent } from "../../content/index.ts";
import { type LinkIndexEntry, type LinkSource, maxSources } from "../../content/link-index/index.ts";
import { getValues } from "../../content/map/index.ts";
import { type LocatedPage, locatePages } from "../../content/pages/index.ts";
import { presentCollection } from "../collections/index.ts";
import { ContentPresenter, openSpaceContent, presentFile } from "../content/index.ts";
import type { Call, Context } from "../http/index.ts";
import { presentSpec } from "../openapi-specs/index.ts";
import { memberViewer, type OnSpace, presentSpaces } from "../spaces/index.ts";
import { presentUser } from "../users/index.ts";
import { type ExternalObjects, spaceIn } from "./external-objects.ts";
import type { ContentLocation } from "./schema.ts";

/** Presents sources of links in the space that they are listed for. */
export async function presentSources(ownSpace: SpacePresenter, sources: readonly LinkSource[]) {
  await ownSpace.load(pagesOf(sources), []);
  return locateSources(ownSpace, sources);
}

async function locateSources(ownSpace: SpacePresenter, sources: readonly LinkSource[]): Promise<Location[]> {
  const locations = await Promise.all(
    sources.map(({ kind, id, node }) =>
      kind === "page"
        ? ownSpace.page(id, node === undefined ? undefined : { type: "node", node })
        : ownSpace.reusableContent(id),
    ),
  );
  return locations.filter((location) => location !== undefined);
}

/** Presents the targets of links, which may be outside of the space, and their sources. */
export async function presentLinks(
  call: Call & Pick<OnSpace, "member">,
  ownSpace: SpacePresenter,
  external: ExternalObjects,
  entries: readonly LinkIndexEntry[],
): Promise<{ entry: LinkIndexEntry; targetReference: Location; locationReferences: Location[] }[]> {
  const refs = entries.map(({ ref }) => ref);
  const sources = entries.map((entry) => entry.sources.slice(0, maxSources));
  const internal = refs.filter((ref) => spaceIn(ref) === undefined);
  await ownSpace.load([...sources.flatMap(pagesOf), ...internal.flatMap(pageIn)], internal.flatMap(fileIn));
  const spaces = await loadSpaces(call, ownSpace, external, refs);
  const { context, member } = call;
  const { organization } = ownSpace.presented;
  const targetOf = (ref: ContentRef): Location | undefined | Promise<Location | undefined> => {
    const spaceId = spaceIn(ref);
    const space = spaceId === undefined ? ownSpace : spaces.get(spaceId);
    switch (ref.kind) {
      case "space":
        return space?.space();
      case "page":
        return space?.page(ref.page);
      case "anchor":
        return space?.page(ref.page ?? "", { type: "anchor", anchor: ref.anchor });
      case "file":
        return space?.file(ref.file);
      case "reusable-content":
        return space?.reusableContent(ref.reusableContent);
      case "collection": {
        const row = external.collections.get(ref.collection);
        const role = external.roles.get(ref.collection);
        if (row === undefined || role === undefined) return undefined;
        return { kind: "collection", organization, collection: presentCollection(row, role, context.urls) };
      }
      case "user": {
        const row = external.users.get(ref.user);
        return row && { kind: "user", user: presentUser(row, context.urls) };
      }
      case "openapi": {
        const row = external.specs.get(ref.spec);
        return row && { kind: "openapi", organization, openAPISpec: presentSpec(row, member.role, context) };
      }
      default:
        return undefined;
    }
  };
  return Promise.all(
    entries.map(async (entry, i) => ({
      entry,
      // A target that is missing, or that the caller may not read, is presented as a URL.
      targetReference: (await targetOf(entry.ref)) ?? { kind: "url", url: destinationOf(entry.ref) },
      locationReferences: await locateSources(ownSpace, sources[i] ?? []),
    })),
  );
}

async function loadSpaces(
  { context, member }: Call & Pick<OnSpace, "member">,
  ownSpace: SpacePresenter,
  { spaces, roles }: ExternalObjects,
  refs: readonly ContentRef[],
): Promise<Map<string, SpacePresenter>> {
  const bySpace = Map.groupBy(refs, spaceIn);
  const rows = [...bySpace.keys()].flatMap((id) => spaces.get(id ?? "") ?? []);
  const presented = await presentSpaces(
    context,
    rows,
    ({ id }) => roles.get(id) ?? null,
    memberViewer(member),
  );
  const presenters = new Map<string, SpacePresenter>();
  for (const [i, row] of rows.entries()) {
    const space = presented[i];
    if (space === undefined) continue;
    const { organization } = ownSpace.presented;
    const content = openSpaceContent(context, row, row.root);
    const presenter = new SpacePresenter(context, { organization, space }, content);
    const refsInSpace = bySpace.get(row.id) ?? [];
    await presenter.load(refsInSpace.flatMap(pageIn), refsInSpace.flatMap(fileIn));
    presenters.set(row.id, presenter);
  }
  return presenters;
}

function pagesOf(sources: readonly LinkSource[]): string[] {
  return sources.filter(({ kind }) => kind === "page").map(({ id }) => id);
}

function pageIn(ref: ContentRef): string[] {
  return (ref.kind === "page" || ref.kind === "anchor") && ref.page !== undefined ? [ref.page] : [];
}

function fileIn(ref: ContentRef): string[] {
  return ref.kind === "file" ? [ref.file] : [];
}

export type Location = Static<typeof ContentLocation>;

type PresentedSpace = Required<Pick<Location, "organization" | "space">> & Pick<Location, "versionContext">;

/** Presents pages, files and reusable contents of one space as locations. */
export class SpacePresenter {
  readonly presented: PresentedSpace;
  readonly #context: Context;
  readonly #content: Content;
  readonly #presenter: ContentPresenter;
  #located: ReadonlyMap<string, LocatedPage> = new Map();
  #files: ReadonlyMap<string, FileRecord> = new Map();

  constructor(context: Context, presented: PresentedSpace, content: Content) {
    this.presented = presented;
    this.#context = context;
    this.#content = content;
    this.#presenter = new ContentPresenter(context, presented.space.id);
  }

  async load(pages: readonly string[], files: readonly string[]): Promise<void> {
    const { nodes, roots } = this.#content;
    this.#located = await locatePages(this.#content, [...new Set(pages)]);
    this.#files = await getValues<FileRecord>(nodes, roots.files, [...new Set(files)]);
  }

  space(): Location {
    const { organization, space } = this.presented;
    return { kind: "space", organization, space };
  }

  page(id: string, internalLocation?: Location["internalLocation"]): Location | undefined {
    const located = this.#located.get(id);
    if (located === undefined) return undefined;
    const page = this.#presenter.present({ id, ...located });
    return { kind: "page", ...this.presented, page, ...(internalLocation && { internalLocation }) };
  }

  file(id: string): Location | undefined {
    const record = this.#files.get(id);
    if (record === undefined) return undefined;
    const file = presentFile(id, record, this.#context, this.presented.space.id);
    return { kind: "file", ...this.presented, file };
  }

  async reusableContent(id: string): Promise<Location | undefined> {
    const found = await findReusableContent(this.#content, id);
    if (found === undefined) return undefined;
    const reusableContent = this.#presenter.presentReusableContent(found.key, found.value);
    return { kind: "reusable-content", ...this.presented, reusableContent };
  }
}

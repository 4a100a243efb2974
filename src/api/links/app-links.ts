import { type ContentRef, destinationOf } from "../../content/document/index.ts";
import type { LinkIndexEntry } from "../../content/link-index/index.ts";
import { ReferenceResolver, type ReferenceTarget, refOfAppLink } from "../../content/links/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { type ExternalObjects, findExternalObjects, spaceIn } from "./external-objects.ts";

/** Returns the resolver of a space. Each space has one, so that its references are resolved once. */
export type ResolverOf = (space: SpaceRow) => ReferenceResolver;

export function createResolvers(context: Context): ResolverOf {
  const resolvers = new Map<string, ReferenceResolver>();
  return (space) =>
    resolvers.getOrInsertComputed(space.id, () => {
      const readDocumentLinks = documentLinksReader(context, space.repository_id);
      return new ReferenceResolver(openSpaceContent(context, space, space.root), space.id, readDocumentLinks);
    });
}

/**
 * Replaces the paths in links to GitBook's application with the pages of readable spaces of this server, which are found by
 * their ids or by those that they were imported from. Links to other spaces stay URLs.
 */
export function resolveAppLinks(
  entries: readonly LinkIndexEntry[],
  external: ExternalObjects,
  resolverOf: ResolverOf,
): Promise<LinkIndexEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.url === undefined) return entry;
      const found = await resolveInSpace(entry.ref, external, resolverOf);
      if (found === undefined) return { ...entry, ref: { kind: "url", url: entry.url } as const };
      if (found.status === "found") return { ...entry, ref: found.ref };
      return { ...entry, ref: { kind: "url", url: entry.url } as const, status: "broken" };
    }),
  );
}

/** The destinations of links to GitBook's application that lead to readable spaces of this server, by URL. */
export async function findAppLinkDestinations(
  context: Context,
  member: Membership,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const refs = new Map(
    urls.flatMap((url) => {
      const ref = refOfAppLink(url);
      return ref === undefined ? [] : [[url, ref]];
    }),
  );
  const external = await findExternalObjects(context.database.read, member, [...refs.values()]);
  const resolverOf = createResolvers(context);
  const destinations = new Map<string, string>();
  for (const [url, written] of refs) {
    const found = await resolveInSpace(written, external, resolverOf);
    if (found?.status === "found") destinations.set(url, destinationOf(found.ref));
  }
  return destinations;
}

/** Resolves a reference whose space may have the id that it was imported from; undefined if this server does not have it. */
async function resolveInSpace(
  written: ContentRef,
  { spaces, spacesByOrigin }: ExternalObjects,
  resolverOf: ResolverOf,
): Promise<Pick<ReferenceTarget, "ref" | "status"> | undefined> {
  const id = spaceIn(written) ?? "";
  const space = spaces.get(id) ?? spacesByOrigin.get(id);
  if (space === undefined) return undefined;
  const inSpace = { ...written, space: space.id };
  if (written.kind === "space") return { ref: { kind: "space", space: space.id }, status: "found" };
  const { ref, status } = await resolverOf(space).resolve(inSpace as ContentRef, undefined);
  return { ref: { ...ref, space: space.id } as ContentRef, status };
}

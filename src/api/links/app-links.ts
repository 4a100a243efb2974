import type { LinkIndexEntry } from "../../content/link-index/index.ts";
import { ReferenceResolver } from "../../content/links/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { type ExternalObjects, spaceIn } from "./external-objects.ts";

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
 * Replaces the paths in links to GitBook's application with the pages of readable spaces of this server. Links to other
 * spaces stay URLs.
 */
export function resolveAppLinks(
  entries: readonly LinkIndexEntry[],
  { spaces }: ExternalObjects,
  resolverOf: ResolverOf,
): Promise<LinkIndexEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.url === undefined) return entry;
      const space = spaces.get(spaceIn(entry.ref) ?? "");
      const withUrl = { ...entry, ref: { kind: "url", url: entry.url } as const };
      if (space === undefined) return withUrl;
      if (entry.ref.kind === "space") return entry;
      const { ref, status } = await resolverOf(space).resolve(entry.ref, undefined);
      if (status !== "found") return { ...withUrl, status: "broken" };
      return { ...entry, ref: { ...ref, space: space.id } };
    }),
  );
}

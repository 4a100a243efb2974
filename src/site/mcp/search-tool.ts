import { Type } from "@sinclair/typebox";
import { findSitePages } from "../../api/search/index.ts";
import { maxQueryLength } from "../../search/index.ts";
import { type ListedSpace, listSpaces, openSpace } from "../markdown/index.ts";
import { findHomePath, segmentsOfPath } from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";
import { defineTool } from "./tool.ts";

const [defaultLimit, maxLimit] = [10, 30];

export const searchTool = defineTool({
  name: "search_documentation",
  title: "Search the documentation",
  description:
    "Searches the pages of the documentation for words. Returns pages with excerpts, the best first.",
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: maxQueryLength, description: "Words to search for." }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit })),
  }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        title: Type.String(),
        url: Type.String(),
        description: Type.Optional(Type.String()),
        sections: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), text: Type.String() })),
      }),
    ),
  }),
  run: async (call, { query, limit = defaultLimit }) => {
    const { context, place, url } = call;
    const { claims } = place.visit.visitor;
    // A space may be in the site twice: the first location is used.
    const listed = new Map<string, ListedSpace>();
    for (const space of await listSpaces(context, place)) listed.getOrInsert(space.siteSpace.spaceId, space);
    const { pages: found } = await findSitePages(context, {
      organizationId: place.site.organization_id,
      spaces: [...listed.keys()],
      query,
      claims,
      limit,
    });
    const urlsBySpace = new Map<string, Promise<(path: string) => string>>();
    const pages = await Promise.all(
      found.map(async ({ id, space, path, title, description, sections }) => {
        const pageUrl = await urlsBySpace.getOrInsertComputed(space.id, () =>
          pageUrlsIn(call, listed.get(space.id)),
        );
        const address = url.origin + pageUrl(path);
        return {
          ...{ title, url: address },
          ...(description !== undefined && { description }),
          sections: sections.map((section) => ({
            title: section.title,
            url:
              section.id === id
                ? address
                : `${address}#${encodeURIComponent(section.id.slice(id.length + 1))}`,
            text: section.body,
          })),
        };
      }),
    );
    const texts = pages.map(({ title, url: address, sections }) =>
      [`## ${title}\n${address}`, ...sections.map(({ title: heading, text }) => `${heading}: ${text}`)].join(
        "\n\n",
      ),
    );
    return { text: texts.join("\n\n") || "Nothing was found.", result: { pages } };
  },
});

/** Returns the URLs of pages of a space by their paths. The first page has the URL of the space. */
async function pageUrlsIn({ context, place, urls }: ResourceCall, listed: ListedSpace | undefined) {
  const { segments = [] } = listed ?? {};
  const space = listed && (await openSpace(context, place, listed));
  const home = space && (await findHomePath(space.content, place.visit.visitor.claims));
  return (path: string) => urls.page(segmentsOfPath(segments, path, home));
}

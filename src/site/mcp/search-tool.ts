import { Type } from "@sinclair/typebox";
import { searchSiteSpaces } from "../../api/search/index.ts";
import { type ListedSpace, listSpaces, openSpace } from "../markdown/index.ts";
import { findHomePath } from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";
import { defineTool } from "./tool.ts";

const [defaultLimit, maxLimit] = [10, 30];

/** The number of spaces whose pages are compared. */
const maxSpaces = 50;

export const searchTool = defineTool({
  name: "search_documentation",
  title: "Search the documentation",
  description:
    "Searches the pages of the documentation for words. Returns pages with excerpts, the best first.",
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 512, description: "Words to search for." }),
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
    const listed = new Map(
      (await listSpaces(context, place)).map((space) => [space.siteSpace.spaceId, space]),
    );
    const searched = { context, operationId: "searchSiteContent", params: {}, query: { limit: maxSpaces } };
    const found = await searchSiteSpaces(
      searched,
      place.site.organization_id,
      [...listed.keys()],
      query,
      claims,
    );
    const ranked = found.items
      .flatMap((space) => space.pages.map((page) => ({ ...page, spaceId: space.id })))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit);
    const urlsBySpace = new Map<string, Promise<(path: string) => string>>();
    const pages = await Promise.all(
      ranked.map(async ({ id, spaceId, path, title, description, sections }) => {
        const pageUrl = await urlsBySpace.getOrInsertComputed(spaceId, () =>
          pageUrlsIn(call, listed.get(spaceId)),
        );
        const address = url.origin + pageUrl(path);
        return {
          ...{ title, url: address },
          ...(description !== undefined && { description }),
          sections: sections.map((section) => ({
            title: section.title,
            url: address + encodeURI(section.id.slice(id.length)),
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
  return (path: string) => urls.page(path === home ? segments : [...segments, ...path.split("/")]);
}

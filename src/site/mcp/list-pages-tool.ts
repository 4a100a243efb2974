import { Type } from "@sinclair/typebox";
import { notFound } from "../../platform/index.ts";
import { findPageSegments, resolveSegments } from "../../publishing/index.ts";
import { type ListedSpace, listPages, listSpaces, openSpace } from "../markdown/index.ts";
import type { ResourceCall } from "../resource/index.ts";
import { segmentsBelowSite } from "./site-segments.ts";
import { defineTool } from "./tool.ts";

/** The number of pages in a reply. */
const [defaultLimit, maxLimit] = [100, 500];

/** The number of spaces that are listed. */
const maxSpaces = 500;

const ListedPage = Type.Object({
  title: Type.String(),
  url: Type.Optional(Type.String({ description: "Absent for a group of pages." })),
  description: Type.Optional(Type.String()),
  depth: Type.Integer({ description: "The number of pages and groups above it." }),
});

export const listPagesTool = defineTool({
  name: "list_pages",
  title: "List the pages",
  description:
    "Lists the spaces of the documentation (its sections and variants), and the pages of one of them in the order of the table of contents. Pass `nextOffset` of the reply as `offset` to continue.",
  input: Type.Object({
    space: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: "The URL of a space. If it is omitted, that of the first space.",
      }),
    ),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit })),
  }),
  output: Type.Object({
    spaces: Type.Array(Type.Object({ title: Type.String(), url: Type.String() })),
    pages: Type.Array(ListedPage),
    nextOffset: Type.Optional(Type.Integer()),
  }),
  run: async (call, { space, offset = 0, limit = defaultLimit }) => {
    const { context, place, url, urls } = call;
    const spaces = await listSpaces(context, place);
    const listed = findSpace(call, spaces, space);
    const { pages, hasMore } = await readPart(call, listed, offset, limit);
    const result = {
      spaces: spaces.slice(0, maxSpaces).map(({ titles, segments }) => ({
        title: titles.join(" / "),
        url: url.origin + urls.page(segments),
      })),
      pages,
      ...(hasMore && { nextOffset: offset + limit }),
    };
    const lines = pages.map(
      (page) => `${"  ".repeat(page.depth)}- ${page.title}${page.url === undefined ? "" : ` <${page.url}>`}`,
    );
    const titles = result.spaces.map((item) => `- ${item.title} <${item.url}>`);
    const more = hasMore ? `\nMore pages: offset ${offset + limit}\n` : "";
    return { text: `Spaces:\n${titles.join("\n")}\n\nPages:\n${lines.join("\n")}\n${more}`, result };
  },
});

function findSpace(
  call: ResourceCall,
  spaces: readonly ListedSpace[],
  space: string | undefined,
): ListedSpace {
  const { view } = call.place;
  const segments = space === undefined ? [] : segmentsBelowSite(call, space, "space");
  const resolved = resolveSegments(view.all, view.visible, segments);
  const listed = spaces.find(({ siteSpace }) => siteSpace.id === resolved?.siteSpace.id);
  const found = space === undefined ? (listed ?? spaces[0]) : listed;
  if (found === undefined || (resolved?.rest.length ?? 0) > 0) throw notFound("Space");
  return found;
}

async function readPart(call: ResourceCall, listed: ListedSpace, offset: number, limit: number) {
  const { context, place, url, urls } = call;
  const space = await openSpace(context, place, listed);
  const pages: { title: string; url?: string; description?: string; depth: number }[] = [];
  if (space === undefined) return { pages, hasMore: false };
  const location = { ...listed, space, visit: place.visit };
  let position = 0;
  for await (const { id, record, trail } of listPages(space.content, place.visit.visitor.claims)) {
    if (position++ < offset) continue;
    if (pages.length === limit) return { pages, hasMore: true };
    const isGroup = record.type === "group";
    const segments = isGroup ? [] : await findPageSegments(place.view, location, id);
    pages.push({
      title: record.title,
      ...(!isGroup && { url: url.origin + urls.page(segments) }),
      ...(record.description !== undefined && { description: record.description }),
      depth: trail.size - 1,
    });
  }
  return { pages, hasMore: false };
}

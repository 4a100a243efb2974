import { onChangeRequest } from "../change-requests/index.ts";
import { type Access, type Chapter, type Operation, operation } from "../http/index.ts";
import { onSpace } from "../spaces/index.ts";
import type { LinkCall } from "./read-links.ts";
import { ChangeRequestLinkQuery, LinkList, LinkQuery, LocationList, LocationQuery } from "./schema.ts";

/** Where links are looked for. The operations are the same for the primary content and for change requests. */
interface LinkedPlace {
  readonly path: string;
  readonly access: Access<object, never>;
  /** What the content is called in a sentence. */
  readonly name: string;
  readonly query: typeof LinkQuery | typeof ChangeRequestLinkQuery;
  readonly ids: {
    readonly links: string;
    readonly pageLinks: string;
    readonly pageBacklinks: string;
    readonly fileBacklinks: string;
  };
}

function linkOperations({ path, access: declared, name, query, ids }: LinkedPlace): Operation[] {
  // The path's own parameters are read by its access alone.
  const access = declared as Access<LinkCall, unknown>;
  return [
    operation({
      id: ids.links,
      method: "GET",
      path: `${path}/links`,
      summary: `List what the links of ${name} lead to, whether that is there, and where they stand`,
      access,
      query,
      reply: { 200: LinkList },
      handle: async (call) => (await import("./read-links.ts")).listLinks(call),
    }),

    operation({
      id: ids.pageLinks,
      method: "GET",
      path: `${path}/content/page/:pageId/links`,
      summary: `List what the links of a page of ${name} lead to, and whether that is there`,
      access,
      query: LinkQuery,
      reply: { 200: LinkList },
      handle: async (call) => (await import("./read-links.ts")).listPageLinks(call, call.params.pageId),
    }),

    operation({
      id: ids.pageBacklinks,
      method: "GET",
      path: `${path}/content/page/:pageId/backlinks`,
      summary: `List where links to a page of ${name} stand`,
      access,
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: async (call) => (await import("./read-links.ts")).listPageBacklinks(call, call.params.pageId),
    }),

    operation({
      id: ids.fileBacklinks,
      method: "GET",
      path: `${path}/content/files/:fileId/backlinks`,
      summary: `List where a file of ${name} is shown or linked to`,
      access,
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: async (call) => (await import("./read-links.ts")).listFileBacklinks(call, call.params.fileId),
    }),
  ];
}

export const links: Chapter = {
  title: "Links",
  operations: [
    ...linkOperations({
      path: "/spaces/:spaceId",
      access: onSpace("read"),
      name: "the primary content",
      query: LinkQuery,
      ids: {
        links: "listSpaceLinks",
        pageLinks: "listPageLinksInSpace",
        pageBacklinks: "listSpacePageBacklinks",
        fileBacklinks: "listSpaceFileBacklinks",
      },
    }),
    ...linkOperations({
      path: "/spaces/:spaceId/change-requests/:changeRequestId",
      access: onChangeRequest("read"),
      name: "a change request",
      query: ChangeRequestLinkQuery,
      ids: {
        links: "listChangeRequestLinks",
        pageLinks: "listPageLinksInChangeRequest",
        pageBacklinks: "listChangeRequestPageBacklinks",
        fileBacklinks: "listChangeRequestFileBacklinks",
      },
    }),
  ],
};

import { onChangeRequest } from "../change-requests/index.ts";
import { type Access, type Chapter, type Operation, operation } from "../http/index.ts";
import { onSpace } from "../spaces/index.ts";
import {
  type LinkCall,
  listFileBacklinks,
  listLinks,
  listPageBacklinks,
  listPageLinks,
} from "./read-links.ts";
import { ChangeRequestLinkQuery, LinkList, LinkQuery, LocationList, LocationQuery } from "./schema.ts";

/** The primary content or a change request. Both have the same operations. */
interface LinkedContent {
  readonly path: string;
  readonly access: Access<object, never>;
  /** Its name in summaries. */
  readonly name: string;
  readonly query: typeof LinkQuery | typeof ChangeRequestLinkQuery;
  readonly ids: {
    readonly links: string;
    readonly pageLinks: string;
    readonly pageBacklinks: string;
    readonly fileBacklinks: string;
  };
}

function linkOperations({ path, access: declared, name, query, ids }: LinkedContent): Operation[] {
  // The path has the parameters of its access, though the type of an operation does not say so.
  const access = declared as Access<LinkCall, unknown>;
  return [
    operation(ids.links, `GET ${path}/links`, {
      access,
      summary: `List the links of ${name} by target, with their status and sources`,
      query,
      reply: { 200: LinkList },
      handle: (call) => listLinks(call),
    }),

    operation(ids.pageLinks, `GET ${path}/content/page/:pageId/links`, {
      access,
      summary: `List the links of a page of ${name} by target, with their status`,
      query: LinkQuery,
      reply: { 200: LinkList },
      handle: (call) => listPageLinks(call, call.params.pageId),
    }),

    operation(ids.pageBacklinks, `GET ${path}/content/page/:pageId/backlinks`, {
      access,
      summary: `List the sources of links to a page of ${name}`,
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: (call) => listPageBacklinks(call, call.params.pageId),
    }),

    operation(ids.fileBacklinks, `GET ${path}/content/files/:fileId/backlinks`, {
      access,
      summary: `List the pages and reusable contents of ${name} that show or link to a file`,
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: (call) => listFileBacklinks(call, call.params.fileId),
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

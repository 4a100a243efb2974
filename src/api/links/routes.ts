import { onChangeRequest } from "../change-requests/index.ts";
import { type Access, type Operation, type OperationGroup, operation } from "../http/index.ts";
import { onSpace } from "../spaces/index.ts";
import {
  type LinkCall,
  listFileBacklinks,
  listLinks,
  listPageBacklinks,
  listPageLinks,
  listReusableContentBacklinks,
  listVariableBacklinks,
} from "./read-links.ts";
import { ChangeRequestLinkQuery, LinkList, LinkQuery, LocationList, LocationQuery } from "./schema.ts";

/** The primary content and change requests have the same operations. */
function linkOperations(
  subject: "Space" | "ChangeRequest",
  path: string,
  access: Access<object, unknown>,
  query: typeof LinkQuery | typeof ChangeRequestLinkQuery,
): Operation[] {
  const name = subject === "Space" ? "the primary content" : "a change request";
  const shared = { access: access as Access<LinkCall, unknown> };
  return [
    operation(`list${subject}Links`, `GET ${path}/links`, {
      ...shared,
      summary: `List the links of ${name} by target, with their status and sources`,
      query,
      reply: { 200: LinkList },
      handle: (call) => listLinks(call),
    }),

    operation(`listPageLinksIn${subject}`, `GET ${path}/content/page/:pageId/links`, {
      ...shared,
      summary: `List the links of a page of ${name} by target, with their status`,
      query: LinkQuery,
      reply: { 200: LinkList },
      handle: (call) => listPageLinks(call, call.params.pageId),
    }),

    operation(`list${subject}PageBacklinks`, `GET ${path}/content/page/:pageId/backlinks`, {
      ...shared,
      summary: `List the sources of links to a page of ${name}`,
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: (call) => listPageBacklinks(call, call.params.pageId),
    }),

    operation(`list${subject}FileBacklinks`, `GET ${path}/content/files/:fileId/backlinks`, {
      ...shared,
      summary: `List the pages and reusable contents of ${name} that show or link to a file`,
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: (call) => listFileBacklinks(call, call.params.fileId),
    }),
  ];
}

export const links: OperationGroup = {
  title: "Links",
  operations: [
    ...linkOperations("Space", "/spaces/:spaceId", onSpace("read"), LinkQuery),

    operation(
      "listSpaceReusableContentBacklinks",
      "GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
      {
        summary:
          "List the pages and reusable contents of the primary content that include a reusable content",
        access: onSpace("read"),
        query: LocationQuery,
        reply: { 200: LocationList },
        handle: (call) => listReusableContentBacklinks(call, call.params.reusableContentId),
      },
    ),
    operation("listSpaceVariableBacklinks", "GET /spaces/:spaceId/content/variables/:variable/backlinks", {
      summary: "List the pages and reusable contents of the primary content that read a variable",
      access: onSpace("read"),
      query: LocationQuery,
      reply: { 200: LocationList },
      handle: (call) => listVariableBacklinks(call, call.params.variable),
    }),
    ...linkOperations(
      "ChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId",
      onChangeRequest("read"),
      ChangeRequestLinkQuery,
    ),
  ],
};

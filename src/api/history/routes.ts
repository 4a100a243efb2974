import { ListOf, type OperationGroup, operation, StreamedJson } from "../http/index.ts";
import { onSpace } from "../spaces/index.ts";
import { listDeletedPages } from "./deleted-pages.ts";
import { listPageRevisions, listRevisions } from "./list-revisions.ts";
import { readPageAuthors } from "./page-authors.ts";
import { onRestoredRevision, restoreRevision } from "./restore.ts";
import {
  DeletedPage,
  DeletedPageQuery,
  HistoryQuery,
  PageAuthors,
  PageHistoryQuery,
  PageRevision,
  Restored,
  RestoreRequest,
  RevisionEntry,
} from "./schema.ts";

export const history: OperationGroup = {
  title: "History of spaces",
  operations: [
    operation("listRevisions", "GET /spaces/:spaceId/revisions", {
      summary: "List the revisions of a space's primary content and what they changed, the newest first",
      isRepeatable: true,
      access: onSpace("read"),
      query: HistoryQuery,
      reply: { 200: ListOf(RevisionEntry) },
      handle: listRevisions,
    }),

    operation("listPageRevisions", "GET /spaces/:spaceId/content/page/:pageId/revisions", {
      summary: "List the revisions of a space's primary content that changed a page, the newest first",
      isRepeatable: true,
      access: onSpace("read"),
      query: PageHistoryQuery,
      reply: { 200: ListOf(PageRevision) },
      handle: listPageRevisions,
    }),

    operation("getPageAuthors", "GET /spaces/:spaceId/content/page/:pageId/authors", {
      summary: "Read who wrote each block of a page of a space's primary content last",
      access: onSpace("read"),
      reply: { 200: PageAuthors },
      handle: async (call) => new StreamedJson(await readPageAuthors(call)),
    }),

    operation("listDeletedPages", "GET /spaces/:spaceId/content/deleted-pages", {
      summary: "List the deleted pages of a space's primary content, the latest first",
      access: onSpace("read"),
      query: DeletedPageQuery,
      reply: { 200: ListOf(DeletedPage) },
      handle: listDeletedPages,
    }),

    operation("restoreRevision", "POST /spaces/:spaceId/revisions/:revisionId/restore", {
      summary:
        "Restore the content of a revision, a page of it, or blocks of a page, at once or as a change request",
      access: onRestoredRevision(),
      body: RestoreRequest,
      reply: { 200: Restored },
      handle: restoreRevision,
    }),
  ],
};

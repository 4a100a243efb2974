import { type Body, call } from "../data/api.ts";
import type { Document } from "./model/document.ts";
import type { SendChanges } from "./saving/page-saver.ts";

/** The content in which a page is written: the primary content of a space, or a change request. */
export interface WrittenContent {
  readonly space: string;
  readonly changeRequest?: string | undefined;
}

/** The path of the content in the workspace, and of its operations without `/content`. */
export function pathOfWritten({ space, changeRequest }: WrittenContent): string {
  return changeRequest === undefined
    ? `/spaces/${space}`
    : `/spaces/${space}/change-requests/${changeRequest}`;
}

/** The route of operations on the content. */
export function contentPath({ changeRequest }: WrittenContent) {
  return changeRequest === undefined
    ? "/spaces/:spaceId/content"
    : "/spaces/:spaceId/change-requests/:changeRequestId/content";
}

/** The parameters of `contentPath`. Without a change request, the second one is not in the path. */
export function contentParams({ space, changeRequest = "" }: WrittenContent) {
  return { spaceId: space, changeRequestId: changeRequest };
}

type ChangedBlocksInput = Body<"POST /spaces/:spaceId/content/page/:pageId/blocks">["changes"];

/** The revision that the content has now. */
export async function readHead({ space, changeRequest }: WrittenContent): Promise<string> {
  const spaceId = space;
  if (changeRequest === undefined) return (await call("GET /spaces/:spaceId", { spaceId })).revision;
  const params = { spaceId, changeRequestId: changeRequest };
  return (await call("GET /spaces/:spaceId/change-requests/:changeRequestId", params)).revision;
}

export async function readDocument(space: string, revision: string, page: string): Promise<Document> {
  const params = { spaceId: space, revisionId: revision, pageId: page };
  return (await call("GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/document", params)) as Document;
}

/** Sends changes of a page's blocks. The last ones of a page are sent even if it is closed meanwhile. */
export function sendChangesOf(content: WrittenContent, page: string): SendChanges {
  const params = { ...contentParams(content), pageId: page };
  return (revision, changes, isLast) => {
    const body = { revision, changes: changes as ChangedBlocksInput };
    // Browsers limit what may be under way after a page is closed. The rest stays in the browser.
    const keepalive = isLast && JSON.stringify(body).length < 60_000;
    return call(`POST ${contentPath(content)}/page/:pageId/blocks`, params, { body, keepalive });
  };
}

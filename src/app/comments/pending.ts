import { call } from "../data/api.ts";
import type { PendingComment } from "../data/api-types.ts";
import { type ListState, refresh, useList } from "../data/queries.ts";
import { attempt } from "../data/toasts.ts";
import { words } from "../words/index.ts";
import { type CommentPlace, type NewComment, pathOfPlace } from "./comment-place.ts";

const route = "/spaces/:spaceId/change-requests/:changeRequestId/pending-comments";

function paramsOf({ space, changeRequest = "" }: CommentPlace) {
  return { spaceId: space, changeRequestId: changeRequest };
}

/** The comments that the caller has written for a review and not sent. The server keeps them. */
export function usePendingComments(place: CommentPlace | undefined): ListState<PendingComment> {
  const params = place?.changeRequest === undefined ? undefined : paramsOf(place);
  return useList(`GET ${route}`, params, { limit: 200, format: "document" }, { all: true });
}

export function refreshPending(place: CommentPlace): void {
  refresh(`${pathOfPlace(place)}/pending-comments`);
}

export async function addToReview(place: CommentPlace, body: NewComment): Promise<PendingComment> {
  const pending = await call(`POST ${route}`, paramsOf(place), { body, query: { format: "document" } });
  refreshPending(place);
  return pending;
}

export async function editPending(place: CommentPlace, id: string, markdown: string): Promise<void> {
  const params = { ...paramsOf(place), pendingCommentId: id };
  await call(`PUT ${route}/:pendingCommentId`, params, { body: { body: { markdown } } });
  refreshPending(place);
}

export async function deletePending(place: CommentPlace, comment: PendingComment): Promise<void> {
  const params = { ...paramsOf(place), pendingCommentId: comment.id };
  await attempt(() => call(`DELETE ${route}/:pendingCommentId`, params), words.comments.pending.deleted);
  refreshPending(place);
}

/** The Markdown of a pending comment, to edit it. */
export async function readPendingMarkdown(place: CommentPlace, id: string): Promise<string> {
  const { items } = await call(`GET ${route}`, paramsOf(place), { query: { limit: 200 } });
  return items.find((item) => item.id === id)?.body.markdown ?? "";
}

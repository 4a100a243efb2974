import { type Body, call } from "../data/api.ts";
import type { Comment, CommentReply } from "../data/api-types.ts";
import { refreshNotifications } from "../data/notifications.ts";
import { type ListState, refresh, useList } from "../data/queries.ts";

/** What is commented on: the primary content of a space, or a change request. */
export interface CommentPlace {
  readonly space: string;
  readonly changeRequest?: string | undefined;
}

/** The path of the place in the API and in the workspace. */
export function pathOfPlace({ space, changeRequest }: CommentPlace): string {
  return changeRequest === undefined
    ? `/spaces/${space}`
    : `/spaces/${space}/change-requests/${changeRequest}`;
}

/** The address that opens a comment or a reply. */
export function pathOfComment(place: CommentPlace, { id, target }: Comment, reply?: string): string {
  const query = new URLSearchParams({ comment: id, ...(reply && { reply }) });
  const path = pathOfPlace(place);
  if (target.page !== undefined) return `${path}/pages/${target.page.id}?panel=comments&${query}`;
  return place.changeRequest === undefined ? `${path}/comments?${query}` : `${path}?${query}`;
}

function routeOf({ changeRequest }: CommentPlace) {
  return changeRequest === undefined
    ? "/spaces/:spaceId"
    : "/spaces/:spaceId/change-requests/:changeRequestId";
}

function paramsOf({ space, changeRequest = "" }: CommentPlace) {
  return { spaceId: space, changeRequestId: changeRequest };
}

/** Bodies are shown as blocks: the browser does not read Markdown. */
const format = "document";

/** All comments on a page, the earliest first; without a page, on all pages and on none. */
export function useComments(place: CommentPlace | undefined, page?: string): ListState<Comment> {
  const query = {
    ...(page !== undefined && { targetPage: page }),
    limit: 200,
    order: "asc",
    format,
  } as const;
  const isInRequest = place?.changeRequest !== undefined;
  const params = place && paramsOf(place);
  const options = { all: true };
  const ofSpace = useList("GET /spaces/:spaceId/comments", isInRequest ? undefined : params, query, options);
  const ofRequest = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/comments",
    isInRequest ? params : undefined,
    query,
    options,
  );
  return isInRequest ? ofRequest : ofSpace;
}

/** The replies to a comment, the earliest first. */
export function useReplies(place: CommentPlace, comment: string | undefined): ListState<CommentReply> {
  const isInRequest = place.changeRequest !== undefined;
  const params = comment === undefined ? undefined : { ...paramsOf(place), commentId: comment };
  const query = { limit: 200, format } as const;
  const ofSpace = useList(
    "GET /spaces/:spaceId/comments/:commentId/replies",
    isInRequest ? undefined : params,
    query,
    { all: true },
  );
  const ofRequest = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies",
    isInRequest ? params : undefined,
    query,
    { all: true },
  );
  return isInRequest ? ofRequest : ofSpace;
}

/** Loads the comments of a place again, wherever they are shown. */
export function refreshComments(place: CommentPlace): void {
  refresh(`${pathOfPlace(place)}/comments`);
}

export type NewComment = Body<"POST /spaces/:spaceId/comments">;
export type CommentUpdate = Body<"PUT /spaces/:spaceId/comments/:commentId">;

export function postComment(place: CommentPlace, body: NewComment): Promise<Comment> {
  return call(`POST ${routeOf(place)}/comments`, paramsOf(place), { body, query: { format } });
}

export function postReply(place: CommentPlace, comment: string, markdown: string): Promise<CommentReply> {
  const params = { ...paramsOf(place), commentId: comment };
  const input = { body: { body: { markdown } }, query: { format } } as const;
  return call(`POST ${routeOf(place)}/comments/:commentId/replies`, params, input);
}

/** A comment, or a reply to it. */
export interface PostRef {
  readonly comment: string;
  readonly reply?: string | undefined;
}

export async function updatePost(
  place: CommentPlace,
  { comment, reply }: PostRef,
  body: CommentUpdate,
): Promise<void> {
  const params = { ...paramsOf(place), commentId: comment, commentReplyId: reply ?? "" };
  if (reply === undefined) await call(`PUT ${routeOf(place)}/comments/:commentId`, params, { body });
  else await call(`PUT ${routeOf(place)}/comments/:commentId/replies/:commentReplyId`, params, { body });
}

export async function deletePost(place: CommentPlace, { comment, reply }: PostRef): Promise<void> {
  const params = { ...paramsOf(place), commentId: comment, commentReplyId: reply ?? "" };
  if (reply === undefined) await call(`DELETE ${routeOf(place)}/comments/:commentId`, params);
  else await call(`DELETE ${routeOf(place)}/comments/:commentId/replies/:commentReplyId`, params);
}

/** The Markdown of a comment or a reply, to edit it. */
export async function readMarkdown(place: CommentPlace, { comment, reply }: PostRef): Promise<string> {
  const params = { ...paramsOf(place), commentId: comment, commentReplyId: reply ?? "" };
  const { body } =
    reply === undefined
      ? await call(`GET ${routeOf(place)}/comments/:commentId`, params)
      : await call(`GET ${routeOf(place)}/comments/:commentId/replies/:commentReplyId`, params);
  return body.markdown ?? "";
}

/** Stores that the caller has read the comments on a page until a time. */
export async function markRead(place: CommentPlace, page: string | undefined, until: string): Promise<void> {
  await call(`POST ${routeOf(place)}/comments/read`, paramsOf(place), {
    body: { ...(page !== undefined && { page }), until },
  });
  refreshNotifications();
}

/** When the latest of these comments and of the replies to them was posted. */
export function latestOf(comments: readonly Comment[]): string {
  const times = comments.flatMap(({ postedAt, repliers }) => [
    postedAt,
    ...repliers.map(({ updatedAt }) => updatedAt),
  ]);
  return times.reduce((a, b) => (a > b ? a : b));
}

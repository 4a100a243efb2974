import { presentTexts } from "../content/index.ts";
import type { Call, DocumentFormat } from "../http/index.ts";
import { loadUserPresenter, presentJoinedUser } from "../users/index.ts";
import { type OnCommentable, permissionsOn } from "./access.ts";
import { presentReactions } from "./reactions.ts";
import { findReadTimes, isUnread } from "./read-marks.ts";
import type { Comment, CommentReply } from "./schema.ts";
import { type CommentRow, findReactions, findRepliers } from "./store.ts";
import { loadTargetPresenter, type StoredTarget } from "./target.ts";

type CommentableCall = Call & OnCommentable;

export async function presentComments(
  call: CommentableCall,
  rows: readonly CommentRow[],
  format: DocumentFormat,
): Promise<Comment[]> {
  const { context, commentable } = call;
  const { userId } = call.caller;
  const { read } = context.database;
  // What the caller has written is never unread.
  const withPostsOfOthers = rows.filter((row) => row.posted_by !== userId || row.replies > 0);
  const [presentTarget, allRepliers, readTimes, { posts, presentUser }] = await Promise.all([
    loadTargetPresenter(context, call, rows),
    findRepliers(read, commentable, rows),
    findReadTimes(read, commentable, userId, withPostsOfOthers),
    presentPosts(call, rows, format, ({ id }) => `${commentable.path}/comments/${id}`),
  ]);
  const repliers = Map.groupBy(allRepliers, ({ comment_id }) => comment_id);
  return posts.map(({ row, post }) => ({
    object: "comment",
    ...post,
    unread: isUnread(readTimes.get(row.page_id ?? ""), userId, [
      { userId: row.posted_by, at: row.posted_at },
      ...(repliers.get(row.id) ?? []).map(({ user_id, replied_at }) => ({ userId: user_id, at: replied_at })),
    ]),
    replies: row.replies,
    repliers: (repliers.get(row.id) ?? []).map((replier) => ({
      user: presentJoinedUser(replier, "replier", context.urls),
      count: replier.replies,
      updatedAt: replier.replied_at,
    })),
    target: presentTarget(row),
    status: row.status,
    resolvedAt: row.resolved_at ?? undefined,
    resolvedBy: row.resolved_by === null ? undefined : presentUser(row.resolved_by),
    suggestion: presentSuggestion(row, presentUser),
  }));
}

type PresentUser = Awaited<ReturnType<typeof loadUserPresenter>>;

function presentSuggestion(row: CommentRow, presentUser: PresentUser): Comment["suggestion"] {
  const { suggestion } = JSON.parse(row.target) as StoredTarget;
  if (suggestion === undefined) return undefined;
  return {
    text: suggestion,
    takenAt: row.taken_at ?? undefined,
    takenBy: row.taken_by === null ? undefined : presentUser(row.taken_by),
  };
}

/** Presents replies to a comment. */
export async function presentReplies(
  call: CommentableCall,
  comment: Pick<CommentRow, "page_id">,
  rows: readonly CommentRow[],
  format: DocumentFormat,
): Promise<CommentReply[]> {
  const { path } = call.commentable;
  const { userId } = call.caller;
  const pathOf = ({ comment_id, id }: CommentRow) => `${path}/comments/${comment_id}/replies/${id}`;
  const isOnlyOwn = rows.every((row) => row.posted_by === userId);
  const [{ posts }, readTimes] = await Promise.all([
    presentPosts(call, rows, format, pathOf),
    findReadTimes(call.context.database.read, call.commentable, userId, isOnlyOwn ? [] : [comment]),
  ]);
  const readAt = readTimes.get(comment.page_id ?? "");
  return posts.map(({ row, post }) => ({
    object: "comment-reply",
    ...post,
    unread: isUnread(readAt, userId, [{ userId: row.posted_by, at: row.posted_at }]),
  }));
}

/** The properties that comments and replies have in common, and what presents their users. */
async function presentPosts(
  call: CommentableCall,
  rows: readonly CommentRow[],
  format: DocumentFormat,
  pathOf: (row: CommentRow) => string,
) {
  const { database, urls } = call.context;
  const users = rows.flatMap(({ posted_by, resolved_by, taken_by }) => [posted_by, resolved_by, taken_by]);
  const [allReactions, presentUser, texts] = await Promise.all([
    findReactions(database.read, call.commentable, rows),
    loadUserPresenter(database.read, users, urls),
    presentTexts(rows, format),
  ]);
  const reactions = Map.groupBy(allReactions, ({ comment_id }) => comment_id);
  const posts = texts.map(({ row, body }) => ({
    row,
    post: {
      id: row.id,
      postedBy: presentUser(row.posted_by),
      postedAt: row.posted_at,
      editedAt: row.edited_at ?? undefined,
      reactions: presentReactions(reactions.get(row.id) ?? [], urls),
      body,
      urls: { location: urls.api(pathOf(row)) },
      permissions: permissionsOn(row, call),
    } satisfies Omit<CommentReply, "object" | "unread">,
  }));
  return { posts, presentUser };
}

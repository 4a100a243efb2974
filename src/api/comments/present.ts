import { presentTexts } from "../content/index.ts";
import type { Call, DocumentFormat } from "../http/index.ts";
import { presentJoinedUser, presentOptionalUser } from "../users/index.ts";
import { type OnCommentable, permissionsOn } from "./access.ts";
import { presentReactions } from "./reactions.ts";
import type { Comment, CommentReply } from "./schema.ts";
import { type CommentRow, findReactions, findRepliers } from "./store.ts";
import { loadTargetPresenter } from "./target.ts";

type CommentableCall = Call & OnCommentable;

export async function presentComments(
  call: CommentableCall,
  rows: readonly CommentRow[],
  format: DocumentFormat,
): Promise<Comment[]> {
  const { context, commentable } = call;
  const presentTarget = await loadTargetPresenter(context, call, rows);
  const repliers = Map.groupBy(
    await findRepliers(context.database.read, commentable, rows),
    ({ comment_id }) => comment_id,
  );
  const posts = await presentPosts(call, rows, format, ({ id }) => `${commentable.path}/comments/${id}`);
  return posts.map(({ row, post }) => ({
    object: "comment",
    ...post,
    replies: row.replies,
    repliers: (repliers.get(row.id) ?? []).map((replier) => ({
      user: presentJoinedUser(replier, "replier", context.urls),
      count: replier.replies,
      updatedAt: replier.replied_at,
    })),
    target: presentTarget(row),
    status: row.status,
    resolvedAt: row.resolved_at ?? undefined,
    resolvedBy: presentOptionalUser(row, "resolver", context.urls),
  }));
}

export async function presentReplies(
  call: CommentableCall,
  rows: readonly CommentRow[],
  format: DocumentFormat,
): Promise<CommentReply[]> {
  const { path } = call.commentable;
  const pathOf = ({ comment_id, id }: CommentRow) => `${path}/comments/${comment_id}/replies/${id}`;
  const posts = await presentPosts(call, rows, format, pathOf);
  return posts.map(({ post }) => ({ object: "comment-reply", ...post }));
}

/** The properties that comments and replies have in common. */
async function presentPosts(
  call: CommentableCall,
  rows: readonly CommentRow[],
  format: DocumentFormat,
  pathOf: (row: CommentRow) => string,
): Promise<{ row: CommentRow; post: Omit<CommentReply, "object"> }[]> {
  const { database, urls } = call.context;
  const reactions = Map.groupBy(
    await findReactions(database.read, call.commentable, rows),
    ({ comment_id }) => comment_id,
  );
  return (await presentTexts(rows, format)).map(({ row, body }) => ({
    row,
    post: {
      id: row.id,
      postedBy: presentJoinedUser(row, "poster", urls),
      postedAt: row.posted_at,
      editedAt: row.edited_at ?? undefined,
      reactions: presentReactions(reactions.get(row.id) ?? [], urls),
      body,
      urls: { location: urls.api(pathOf(row)) },
      permissions: permissionsOn(row, call),
    },
  }));
}

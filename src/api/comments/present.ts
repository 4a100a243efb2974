import { showTexts } from "../content/index.ts";
import type { Call, Format } from "../http/index.ts";
import { presentJoinedUser, presentMaybeUser } from "../users/index.ts";
import { type OnPlace, permissionsOn } from "./access.ts";
import { presentReactions } from "./reactions.ts";
import type { Comment, CommentReply } from "./schema.ts";
import { type CommentRow, findReactions } from "./store.ts";
import { showTargets } from "./target.ts";

type OnPlaceCall = Call & OnPlace;

/** Comments of one place, as the caller sees them. */
export async function presentComments(
  call: OnPlaceCall,
  rows: readonly CommentRow[],
  format: Format,
): Promise<Comment[]> {
  const { context, place } = call;
  const targetOf = await showTargets(context, call, rows);
  const posts = await presentPosts(call, rows, format, ({ id }) => `${place.path}/comments/${id}`);
  return posts.map(({ row, post }) => ({
    object: "comment",
    ...post,
    replies: row.replies,
    target: targetOf(row),
    status: row.status,
    resolvedAt: row.resolved_at ?? undefined,
    resolvedBy: presentMaybeUser(row, "resolver", context.urls),
  }));
}

/** Replies in one place, as the caller sees them. */
export async function presentReplies(
  call: OnPlaceCall,
  rows: readonly CommentRow[],
  format: Format,
): Promise<CommentReply[]> {
  const { path } = call.place;
  const pathOf = ({ comment_id, id }: CommentRow) => `${path}/comments/${comment_id}/replies/${id}`;
  const posts = await presentPosts(call, rows, format, pathOf);
  return posts.map(({ post }) => ({ object: "comment-reply", ...post }));
}

/** What comments and replies have in common. */
async function presentPosts(
  call: OnPlaceCall,
  rows: readonly CommentRow[],
  format: Format,
  pathOf: (row: CommentRow) => string,
): Promise<{ row: CommentRow; post: Omit<CommentReply, "object"> }[]> {
  const { database, urls } = call.context;
  const reactions = Map.groupBy(
    await findReactions(database.read, call.place, rows),
    ({ comment_id }) => comment_id,
  );
  return (await showTexts(rows, format)).map(({ row, body }) => ({
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

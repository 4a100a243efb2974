import type { Format } from "../../http/format.ts";
import type { Call } from "../../http/operation.ts";
import { showTexts } from "../content/written-document.ts";
import { presentJoinedUser, presentMaybeUser } from "../users/joined-users.ts";
import type { OnPlace } from "./access.ts";
import { permissionsOn } from "./permissions.ts";
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
  const postOf = await showPosts(call, rows, format);
  return rows.map((row) => ({
    object: "comment",
    ...postOf(row, `${place.path}/comments/${row.id}`),
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
  const postOf = await showPosts(call, rows, format);
  return rows.map((row) => ({
    object: "comment-reply",
    ...postOf(row, `${call.place.path}/comments/${row.comment_id}/replies/${row.id}`),
  }));
}

/** What comments and replies have in common. */
async function showPosts(call: OnPlaceCall, rows: readonly CommentRow[], format: Format) {
  const { database, urls } = call.context;
  const ids = rows.map(({ id }) => id);
  const reactions = Map.groupBy(
    await findReactions(database.read, call.place, rows),
    ({ comment_id }) => comment_id,
  );
  const bodies = await showTexts(
    rows.map(({ body }) => body),
    format,
  );
  const bodyOf = new Map(ids.map((id, i) => [id, bodies[i] ?? {}]));
  return (row: CommentRow, path: string): Omit<CommentReply, "object"> => ({
    id: row.id,
    postedBy: presentJoinedUser(row, "poster", urls),
    postedAt: row.posted_at,
    editedAt: row.edited_at ?? undefined,
    reactions: presentReactions(reactions.get(row.id) ?? [], urls),
    body: bodyOf.get(row.id) ?? {},
    urls: { location: urls.api(path) },
    permissions: permissionsOn(row, call),
  });
}

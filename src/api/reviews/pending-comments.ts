import { sql } from "kysely";
import { mentionedUsers } from "../../notifications/index.ts";
import { badInput, newId, notFound, requireFound } from "../../platform/index.ts";
import type { PendingCommentTable, Reader, Writer } from "../../storage/database/index.ts";
import {
  changeRequestPath,
  lockChangeRequest,
  type OnChangeRequest,
  onActiveChangeRequest,
  onChangeRequest,
  requireEditable,
} from "../change-requests/index.ts";
import {
  CommentCreate,
  commentableChangeRequest,
  findTarget,
  loadTargetPresenter,
  readBody,
  type StoredTarget,
} from "../comments/index.ts";
import { maxListedTextBytes, presentTexts } from "../content/index.ts";
import {
  type Call,
  type DocumentFormat,
  ListOf,
  nothingToDo,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import {
  maxPendingComments,
  PendingComment,
  PendingCommentUpdate,
  ReviewListQuery,
  ReviewQuery,
} from "./schema.ts";

const path = "/spaces/:spaceId/change-requests/:changeRequestId/pending-comments";

type PendingCall = Call & OnChangeRequest;

export const pendingComments: OperationGroup = {
  title: "Pending comments of reviews",
  operations: [
    operation("listPendingCommentsInChangeRequest", `GET ${path}`, {
      summary: "List the comments that the caller has written for a review and not sent, the earliest first",
      access: onChangeRequest("review"),
      query: ReviewListQuery,
      reply: { 200: ListOf(PendingComment) },
      handle: (call) =>
        readList(call, {
          matching: matchPending(call.context.database.read, call),
          select: (found) => found.selectAll(),
          keys: ["pending_comments.id"],
          weight: {
            of: sql<number>`octet_length(pending_comments.body)`,
            max: maxListedTextBytes[call.query.format],
          },
          present: (rows) => presentPending(call, rows, call.query.format),
        }),
    }),

    operation("createPendingCommentInChangeRequest", `POST ${path}`, {
      summary: "Write a comment that only the caller sees until it is sent with a review",
      access: onActiveChangeRequest("review"),
      query: ReviewQuery,
      body: CommentCreate,
      reply: { 201: PendingComment },
      handle: async (call) => {
        const body = await readBody(call.body.body);
        const commentable = commentableChangeRequest(call.changeRequest);
        const target = await findTarget(call.context, { ...call, commentable }, call.body);
        const id = newId();
        await changePending(call, async (trx) => insertPending(trx, call, { id, body, target }));
        return readPending(call, id, call.query.format);
      },
    }),

    operation("updatePendingCommentInChangeRequest", `PUT ${path}/:pendingCommentId`, {
      summary: "Edit a comment that was not sent yet",
      access: onActiveChangeRequest("review"),
      query: ReviewQuery,
      body: PendingCommentUpdate,
      reply: { 200: PendingComment },
      handle: async (call) => {
        const { pendingCommentId: id } = call.params;
        const body = await readBody(call.body.body);
        await changePending(call, async (trx, now) => {
          const { numUpdatedRows } = await trx
            .updateTable("pending_comments")
            .where("change_request_id", "=", call.changeRequest.id)
            .where("user_id", "=", call.caller.userId)
            .where("id", "=", id)
            .set({ body, updated_at: now })
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw notFound("Pending comment");
        });
        return readPending(call, id, call.query.format);
      },
    }),

    operation("deletePendingCommentInChangeRequest", `DELETE ${path}/:pendingCommentId`, {
      summary: "Delete a comment that was not sent yet",
      access: onActiveChangeRequest("review"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async (call) => {
        const { numDeletedRows } = await call.context.database.write((trx) =>
          trx
            .deleteFrom("pending_comments")
            .where("change_request_id", "=", call.changeRequest.id)
            .where("user_id", "=", call.caller.userId)
            .where("id", "=", call.params.pendingCommentId)
            .executeTakeFirst(),
        );
        return numDeletedRows > 0n ? undefined : nothingToDo;
      },
    }),
  ],
};

/** The pending comments of the caller. Nobody else sees them. */
function matchPending(db: Reader, { changeRequest, caller }: PendingCall) {
  return db
    .selectFrom("pending_comments")
    .where("pending_comments.change_request_id", "=", changeRequest.id)
    .where("pending_comments.user_id", "=", caller.userId);
}

/** Runs a transaction on a change request that is neither merged nor archived. */
function changePending(call: PendingCall, change: (trx: Writer, now: string) => Promise<void>) {
  const { context, changeRequest } = call;
  return context.database.write(async (trx) => {
    requireEditable((await lockChangeRequest(trx, changeRequest)).status);
    await change(trx, context.clock.now());
  });
}

async function insertPending(
  trx: Writer,
  call: PendingCall,
  { id, body, target }: { readonly id: string; readonly body: string; readonly target: StoredTarget },
): Promise<void> {
  const { context, changeRequest, caller } = call;
  const { count } = await matchPending(trx, call)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxPendingComments)
    throw badInput("body", `a review has at most ${maxPendingComments} comments: send it first`);
  const now = context.clock.now();
  await trx
    .insertInto("pending_comments")
    .values({
      id,
      change_request_id: changeRequest.id,
      user_id: caller.userId,
      revision_id: changeRequest.revision_id,
      page_id: target.page?.id ?? null,
      target: JSON.stringify(target),
      body,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function readPending(call: PendingCall, id: string, format: DocumentFormat): Promise<PendingComment> {
  const row = await matchPending(call.context.database.read, call)
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
  const [comment] = await presentPending(call, [requireFound(row, "Pending comment")], format);
  return requireFound(comment, "Pending comment");
}

async function presentPending(
  call: PendingCall,
  rows: readonly PendingCommentTable[],
  format: DocumentFormat,
): Promise<PendingComment[]> {
  const { context, changeRequest } = call;
  const commentable = commentableChangeRequest(changeRequest);
  const presentTarget = await loadTargetPresenter(context, { ...call, commentable }, rows);
  return (await presentTexts(rows, format)).map(({ row, body }) => {
    const { suggestion } = JSON.parse(row.target) as StoredTarget;
    return {
      object: "pending-comment",
      id: row.id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      body,
      target: presentTarget(row),
      ...(suggestion !== undefined && { suggestion: { text: suggestion } }),
      urls: {
        location: context.urls.api(`${changeRequestPath(changeRequest)}/pending-comments/${row.id}`),
      },
    };
  });
}

/** The users whom the caller's pending comments mention, by the id of the comment. They are read before the transaction that sends them. */
export async function findPendingMentions({ context, caller, changeRequest }: Call & OnChangeRequest) {
  const rows = await context.database.read
    .selectFrom("pending_comments")
    .where("change_request_id", "=", changeRequest.id)
    .where("user_id", "=", caller.userId)
    .where("body", "like", "%mention%")
    .select(["id", "body"])
    .execute();
  const found = rows.map(async ({ id, body }) => [id, await mentionedUsers(body)] as const);
  return new Map(await Promise.all(found));
}

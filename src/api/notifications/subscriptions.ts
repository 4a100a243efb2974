import { concurrentlyChanged } from "../../platform/index.ts";
import type { Reader, SubscriptionTable } from "../../storage/database/index.ts";
import { isActive } from "../../storage/repositories/index.ts";
import { changeRequestKind, type OnCommentable, onComment, spaceKind } from "../comments/index.ts";
import { type Call, type Operation, operation } from "../http/index.ts";
import { Subscription, SubscriptionUpdate } from "./schema.ts";

type Key = Pick<SubscriptionTable, "place_id" | "thread_id" | "user_id">;

function keyOf({ caller, commentable }: Call & OnCommentable, threadId: string): Key {
  return { place_id: commentable.id, thread_id: threadId, user_id: caller.userId };
}

async function readSubscription(db: Reader, key: Key): Promise<Subscription> {
  const row = await db
    .selectFrom("subscriptions")
    .where((eb) => eb.and(key))
    .select("state")
    .executeTakeFirst();
  return { object: "subscription", state: row?.state ?? "default" };
}

async function setSubscription(
  call: Call & OnCommentable,
  threadId: string,
  state: Subscription["state"],
): Promise<Subscription> {
  const { database } = call.context;
  const { spaceId, organizationId } = call.commentable;
  const key = keyOf(call, threadId);
  await database.write(async (trx) => {
    await trx
      .deleteFrom("subscriptions")
      .where((eb) => eb.and(key))
      .execute();
    if (state === "default") return;
    const space = await trx
      .selectFrom("spaces")
      .where("spaces.id", "=", spaceId)
      .where("spaces.organization_id", "=", organizationId)
      .where(isActive(spaceId))
      .select("spaces.id")
      .executeTakeFirst();
    if (space === undefined) throw concurrentlyChanged();
    const row = { ...key, organization_id: organizationId, space_id: spaceId, state };
    await trx.insertInto("subscriptions").values(row).execute();
  });
  return { object: "subscription", state };
}

/** Following and muting a change request, and a thread of a space or a change request. */
export const subscriptionOperations: readonly Operation[] = [
  operation("getChangeRequestSubscription", `GET ${changeRequestKind.path}/subscription`, {
    summary: "Read whether the caller follows or has muted a change request",
    access: changeRequestKind.readAccess,
    reply: { 200: Subscription },
    handle: (call) => readSubscription(call.context.database.read, keyOf(call, "")),
  }),

  operation("updateChangeRequestSubscription", `PUT ${changeRequestKind.path}/subscription`, {
    summary: "Follow or mute a change request",
    access: changeRequestKind.markAccess,
    body: SubscriptionUpdate,
    reply: { 200: Subscription },
    handle: (call) => setSubscription(call, "", call.body.state),
  }),

  ...[spaceKind, changeRequestKind].flatMap(({ path, readAccess, markAccess, suffix, name }) => [
    operation(`getCommentSubscription${suffix}`, `GET ${path}/comments/:commentId/subscription`, {
      summary: `Read whether the caller follows or has muted the thread of a comment on ${name}`,
      access: onComment(readAccess),
      reply: { 200: Subscription },
      handle: (call) => readSubscription(call.context.database.read, keyOf(call, call.comment.id)),
    }),

    operation(`updateCommentSubscription${suffix}`, `PUT ${path}/comments/:commentId/subscription`, {
      summary: `Follow or mute the thread of a comment on ${name}`,
      access: onComment(markAccess),
      body: SubscriptionUpdate,
      reply: { 200: Subscription },
      handle: (call) => setSubscription(call, call.comment.id, call.body.state),
    }),
  ]),
];

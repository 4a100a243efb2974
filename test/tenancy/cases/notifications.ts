import { newId } from "../../../src/platform/index.ts";
import type { Caller } from "../callers.ts";
import { type Case, type Cases, withBody } from "../case.ts";
import { cachedFor, type World } from "../world.ts";

/** Creates a notification of the caller about the space. */
async function createFor({ app, ids, owner }: World, { userId }: Caller): Promise<string> {
  const id = newId();
  const now = app.context.clock.now();
  const spaceId = ids.spaceId ?? "";
  await app.context.database.write((trx) =>
    trx
      .insertInto("notifications")
      .values({
        ...{ id, organization_id: owner.organizationId, user_id: userId, kind: "mentioned", group_key: id },
        ...{ space_id: spaceId, place_id: spaceId, count: 1, created_at: now, updated_at: now },
      })
      .execute(),
  );
  return id;
}

const onOwn = (body?: object): Case => ({
  send: async (world, caller) => ({
    params: {
      notificationId: await cachedFor(world, caller, "notification", () => createFor(world, caller)),
    },
    ...(body && { body }),
  }),
});

const onComment = (name: "spaceCommentId" | "requestCommentId", body?: object): Case => ({
  send: ({ ids }) => ({ params: { commentId: ids[name] ?? "" }, ...(body && { body }) }),
});

const [read, following] = [{ unread: false }, { state: "following" }];

export const notificationCases: Cases = {
  markNotificationsRead: withBody({}),
  updateNotificationSettings: withBody({ kinds: { merged: { list: false } } }),
  "getNotification on their own": onOwn(),
  "updateNotification on their own": onOwn(read),
  "updateNotification on another's": withBody(read),
  updateChangeRequestSubscription: withBody(following),
  getCommentSubscriptionInSpace: onComment("spaceCommentId"),
  updateCommentSubscriptionInSpace: onComment("spaceCommentId", following),
  getCommentSubscriptionInChangeRequest: onComment("requestCommentId"),
  updateCommentSubscriptionInChangeRequest: onComment("requestCommentId", following),
};

import type { Caller } from "../callers.ts";
import type { Case, Cases, RequestParts } from "../case.ts";
import { adminCall, cachedFor, type World } from "../world.ts";

const text = { markdown: "Hm." };

/** The cases are the same on a space and on a change request. */
function casesOn(name: "Space" | "ChangeRequest"): Cases {
  const idsIn = ({ ids }: World) =>
    name === "Space"
      ? { comment: ids.spaceCommentId ?? "", reply: ids.spaceReplyId ?? "" }
      : { comment: ids.requestCommentId ?? "", reply: ids.requestReplyId ?? "" };
  const pathOf = ({ ids: { spaceId, changeRequestId } }: World) =>
    `/spaces/${spaceId}${name === "Space" ? "" : `/change-requests/${changeRequestId}`}/comments`;
  const params = (world: World) => ({ commentId: idsIn(world).comment, commentReplyId: idsIn(world).reply });

  const post = async (world: World, kind: "comment" | "reply"): Promise<string> => {
    const path = kind === "comment" ? pathOf(world) : `${pathOf(world)}/${idsIn(world).comment}/replies`;
    return (await adminCall(world, `POST ${path}`, { body: text })).id;
  };
  /** Creates a comment or reply of the caller, who may not be allowed to comment. */
  const createAs = async (world: World, caller: Caller, kind: "comment" | "reply"): Promise<string> => {
    const id = await post(world, kind);
    await world.app.context.database.write((trx) =>
      trx.updateTable("comments").where("id", "=", id).set({ posted_by: caller.userId }).execute(),
    );
    return id;
  };
  const paramsWith = (world: World, kind: "comment" | "reply", id: string) => ({
    ...params(world),
    [kind === "comment" ? "commentId" : "commentReplyId"]: id,
  });
  const onExisting = (body?: object): Case => ({
    send: (world): RequestParts => ({ params: params(world), ...(body && { body }) }),
  });
  const onOwn = (kind: "comment" | "reply", body?: object): Case => ({
    send: async (world, caller): Promise<RequestParts> => {
      const id = await cachedFor(world, caller, `${kind} in ${name}`, () => createAs(world, caller, kind));
      return { params: paramsWith(world, kind, id), ...(body && { body }) };
    },
  });
  const deleting = (kind: "comment" | "reply"): Case => ({
    ...onExisting(),
    whenAllowed: async (world) => ({ params: paramsWith(world, kind, await post(world, kind)) }),
  });
  const deletingOwn = (kind: "comment" | "reply"): Case => ({
    ...onOwn(kind),
    whenAllowed: async (world, caller) => ({
      params: paramsWith(world, kind, await createAs(world, caller, kind)),
    }),
  });
  const [comment, reply] = [`CommentIn${name}`, `CommentReplyIn${name}`];
  return {
    [`post${comment}`]: onExisting({ body: text }),
    [`get${comment}`]: onExisting(),
    [`update${comment} on the text of their own`]: onOwn("comment", { body: text }),
    [`update${comment} on the text of another's`]: onExisting({ body: text }),
    [`update${comment} on a reaction`]: onExisting({ addedReactions: ["1f44d"] }),
    [`update${comment} on whether it is resolved`]: onExisting({ resolved: true }),
    [`markCommentsReadIn${name}`]: onExisting({}),
    [`delete${comment} on their own`]: deletingOwn("comment"),
    [`delete${comment} on another's`]: deleting("comment"),
    [`listCommentRepliesIn${name}`]: onExisting(),
    [`post${reply}`]: onExisting({ body: text }),
    [`get${reply}`]: onExisting(),
    [`update${reply} on the text of their own`]: onOwn("reply", { body: text }),
    [`update${reply} on the text of another's`]: onExisting({ body: text }),
    [`update${reply} on a reaction`]: onExisting({ addedReactions: ["1f44d"] }),
    [`delete${reply} on their own`]: deletingOwn("reply"),
    [`delete${reply} on another's`]: deleting("reply"),
  };
}

/** Creates a pending comment of the caller, who may not be allowed to review. Callers without a user get another's. */
async function createPending(world: World, { userId }: Caller): Promise<string> {
  const path = `/spaces/${world.ids.spaceId}/change-requests/${world.ids.changeRequestId}/pending-comments`;
  const { id } = await adminCall(world, `POST ${path}`, { body: text });
  if (userId !== "")
    await world.app.context.database.write((trx) =>
      trx.updateTable("pending_comments").where("id", "=", id).set({ user_id: userId }).execute(),
    );
  return id;
}

const onPending = (body?: object): Case => ({
  send: async (world, caller): Promise<RequestParts> => {
    const pendingCommentId = await cachedFor(world, caller, "pending comment", () =>
      createPending(world, caller),
    );
    return { params: { pendingCommentId }, ...(body && { body }) };
  },
});

const pendingCases: Cases = {
  createPendingCommentInChangeRequest: { send: () => ({ body: { body: text } }) },
  updatePendingCommentInChangeRequest: onPending({ body: text }),
  deletePendingCommentInChangeRequest: {
    ...onPending(),
    whenAllowed: async (world, caller) => ({
      params: { pendingCommentId: await createPending(world, caller) },
    }),
  },
};

export const commentCases: Cases = { ...casesOn("Space"), ...casesOn("ChangeRequest"), ...pendingCases };

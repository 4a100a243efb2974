import type { Caller } from "../callers.ts";
import type { Case, Cases, Sending } from "../case.ts";
import { ask, ownOf, type World } from "../world.ts";

const said = { markdown: "Hm." };

/** The same on a space and on a change request. */
function onPlace(name: "Space" | "ChangeRequest"): Cases {
  const at = ({ things }: World) =>
    name === "Space"
      ? { comment: things.saidInSpace ?? "", reply: things.repliedInSpace ?? "" }
      : { comment: things.saidInRequest ?? "", reply: things.repliedInRequest ?? "" };
  const place = ({ things: { spaceId, changeRequestId } }: World) =>
    `/spaces/${spaceId}${name === "Space" ? "" : `/change-requests/${changeRequestId}`}/comments`;
  const params = (world: World) => ({ commentId: at(world).comment, commentReplyId: at(world).reply });

  const post = async (world: World, kind: "comment" | "reply"): Promise<string> => {
    const path = kind === "comment" ? place(world) : `${place(world)}/${at(world).comment}/replies`;
    return (await ask(world, `POST ${path}`, { body: said })).id;
  };
  /** Written by the caller, whose role may be less by now. */
  const writtenBy = async (world: World, caller: Caller, kind: "comment" | "reply"): Promise<string> => {
    const id = await post(world, kind);
    await world.app.context.database.write((trx) =>
      trx.updateTable("comments").where("id", "=", id).set({ posted_by: caller.userId }).execute(),
    );
    return id;
  };
  const named = (world: World, kind: "comment" | "reply", id: string) => ({
    ...params(world),
    [kind === "comment" ? "commentId" : "commentReplyId"]: id,
  });
  const onIt = (body?: object): Case => ({
    send: (world): Sending => ({ params: params(world), ...(body && { body }) }),
  });
  const onOwn = (kind: "comment" | "reply", body?: object): Case => ({
    send: async (world, caller): Promise<Sending> => {
      const id = await ownOf(world, caller, `${kind} in ${name}`, () => writtenBy(world, caller, kind));
      return { params: named(world, kind, id), ...(body && { body }) };
    },
  });
  const deleting = (kind: "comment" | "reply"): Case => ({
    ...onIt(),
    afresh: async (world) => ({ params: named(world, kind, await post(world, kind)) }),
  });
  const deletingOwn = (kind: "comment" | "reply"): Case => ({
    ...onOwn(kind),
    afresh: async (world, caller) => ({ params: named(world, kind, await writtenBy(world, caller, kind)) }),
  });
  const [comment, reply] = [`CommentIn${name}`, `CommentReplyIn${name}`];
  return {
    [`post${comment}`]: onIt({ body: said }),
    [`get${comment}`]: onIt(),
    [`update${comment} on the text of their own`]: onOwn("comment", { body: said }),
    [`update${comment} on the text of another's`]: onIt({ body: said }),
    [`update${comment} on a reaction`]: onIt({ addedReactions: ["1f44d"] }),
    [`update${comment} on whether it is resolved`]: onIt({ resolved: true }),
    [`delete${comment} on their own`]: deletingOwn("comment"),
    [`delete${comment} on another's`]: deleting("comment"),
    [`listCommentRepliesIn${name}`]: onIt(),
    [`post${reply}`]: onIt({ body: said }),
    [`get${reply}`]: onIt(),
    [`update${reply} on the text of their own`]: onOwn("reply", { body: said }),
    [`update${reply} on the text of another's`]: onIt({ body: said }),
    [`update${reply} on a reaction`]: onIt({ addedReactions: ["1f44d"] }),
    [`delete${reply} on their own`]: deletingOwn("reply"),
    [`delete${reply} on another's`]: deleting("reply"),
  };
}

export const ofComments: Cases = { ...onPlace("Space"), ...onPlace("ChangeRequest") };

import { notFound } from "../../platform/index.ts";
import { onChangeRequest, onLivingChangeRequest } from "../change-requests/index.ts";
import type { Access } from "../http/index.ts";
import { type OnSpace, onLivingSpace, onSpace } from "../spaces/index.ts";
import { type Place, placeOfChangeRequest, placeOfSpace } from "./place.ts";
import { type CommentRow, findComment, findReply } from "./store.ts";

/** A place for comments, and what the caller is to it. */
export interface OnPlace extends Pick<OnSpace, "space" | "role"> {
  readonly place: Place;
}

/** A comment or a reply, where it stands. */
export interface OnComment extends OnPlace {
  readonly comment: CommentRow;
}

/** How a kind of place is reached: to read what was said there, and to say something. */
export interface PlaceAccess {
  readonly reading: Access<OnPlace, unknown>;
  readonly commenting: Access<OnPlace, unknown>;
}

export const onSpacePlace: PlaceAccess = {
  reading: asPlace(onSpace("read"), ({ space }) => placeOfSpace(space)),
  commenting: asPlace(onLivingSpace("comment"), ({ space }) => placeOfSpace(space)),
};

export const onChangeRequestPlace: PlaceAccess = {
  reading: asPlace(onChangeRequest("read"), ({ changeRequest }) => placeOfChangeRequest(changeRequest)),
  commenting: asPlace(onLivingChangeRequest("comment"), ({ changeRequest }) =>
    placeOfChangeRequest(changeRequest),
  ),
};

function asPlace<Found extends OnSpace, Params>(
  onIt: Access<Found, Params>,
  placeOf: (found: Found) => Place,
): Access<OnPlace, unknown> {
  return {
    rule: onIt.rule,
    resolve: async (call) => {
      // The parameters that name the place are read by its own access alone.
      const found = await onIt.resolve(call as Parameters<typeof onIt.resolve>[0]);
      return { space: found.space, role: found.role, place: placeOf(found) };
    },
  };
}

/** The comment that the path names. */
export function onComment(onPlace: Access<OnPlace, unknown>): Access<OnComment, { commentId: string }> {
  return {
    rule: onPlace.rule,
    resolve: async (call) => {
      const found = await onPlace.resolve(call);
      const comment = await findComment(call.context.database.read, found.place, call.params.commentId);
      if (comment === undefined) throw notFound("Comment");
      return { ...found, comment };
    },
  };
}

/** The reply that the path names. */
export function onReply(
  onPlace: Access<OnPlace, unknown>,
): Access<OnComment, { commentId: string; commentReplyId: string }> {
  return {
    rule: onPlace.rule,
    resolve: async (call) => {
      const found = await onPlace.resolve(call);
      const { commentId, commentReplyId } = call.params;
      const { database } = call.context;
      const comment = await findReply(database.read, found.place, commentId, commentReplyId);
      if (comment === undefined) throw notFound("Comment reply");
      return { ...found, comment };
    },
  };
}

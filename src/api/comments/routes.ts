import type { Chapter } from "../http/index.ts";
import { onChangeRequestPlace, onSpacePlace } from "./access.ts";
import { commentOperations, type PlaceKind } from "./comment-operations.ts";
import { replyOperations } from "./reply-operations.ts";

const space: PlaceKind = {
  path: "/spaces/:spaceId",
  access: onSpacePlace,
  suffix: "InSpace",
  name: "a space",
};

const changeRequest: PlaceKind = {
  path: "/spaces/:spaceId/change-requests/:changeRequestId",
  access: onChangeRequestPlace,
  suffix: "InChangeRequest",
  name: "a change request",
};

export const spaceComments: Chapter = {
  title: "Comments on spaces",
  operations: [...commentOperations(space), ...replyOperations(space)],
};

export const changeRequestComments: Chapter = {
  title: "Comments on change requests",
  operations: [...commentOperations(changeRequest), ...replyOperations(changeRequest)],
};

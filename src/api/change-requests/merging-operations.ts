import { includesRole } from "../../identity/roles/index.ts";
import { forbidden } from "../../platform/index.ts";
import { nothingToDo, operation } from "../http/index.ts";
import { onActiveChangeRequest, readChangeRequest } from "./access.ts";
import { mergeOrNotify, pullPrimaryContent } from "./merge-contents.ts";
import { requireBypass } from "./require-rules.ts";
import { revertChangeRequest } from "./revert.ts";
import { cancelMerge, scheduleMerge } from "./scheduled-merges.ts";
import {
  ChangeRequest,
  MergeOptions,
  MergeResult,
  RevertOptions,
  RevertResult,
  ScheduleOptions,
  UpdateResult,
} from "./schema.ts";

const path = "/spaces/:spaceId/change-requests/:changeRequestId";

export const mergingOperations = [
  operation("updateChangeRequest", `POST ${path}/update`, {
    summary: "Merge the primary content into a change request",
    access: onActiveChangeRequest("edit"),
    reply: { 200: UpdateResult },
    handle: ({ context, caller, changeRequest }) => pullPrimaryContent(context, changeRequest, caller.userId),
  }),

  operation("mergeChangeRequest", `POST ${path}/merge`, {
    summary: "Merge a change request into the primary content",
    access: onActiveChangeRequest("review"),
    body: MergeOptions,
    bodyOptional: true,
    reply: { 200: MergeResult },
    handle: ({ context, caller, changeRequest, body }) =>
      mergeOrNotify(context, changeRequest, { userId: caller.userId, ...body }),
  }),

  operation("scheduleChangeRequestMerge", `PUT ${path}/scheduled-merge`, {
    summary: "Merge a change request at a set time, or change that time",
    access: onActiveChangeRequest("review"),
    body: ScheduleOptions,
    reply: { 200: ChangeRequest },
    handle: async (call) => {
      const { context, caller, changeRequest, body } = call;
      const { userId } = caller;
      if (body.bypassRules) await requireBypass(context.database.read, changeRequest, userId);
      const now = context.clock.now();
      await context.database.write((trx) => scheduleMerge(trx, changeRequest, { ...body, userId }, now));
      return readChangeRequest(call, changeRequest.id);
    },
  }),

  operation("cancelScheduledChangeRequestMerge", `DELETE ${path}/scheduled-merge`, {
    summary: "Cancel the merge of a change request at a set time",
    access: onActiveChangeRequest("review"),
    reply: { 205: null },
    noopStatus: 204,
    handle: async ({ context, changeRequest }) => {
      const isCanceled = await context.database.write((trx) => cancelMerge(trx, changeRequest));
      return isCanceled ? undefined : nothingToDo;
    },
  }),

  operation("revertChangeRequest", `POST ${path}/revert`, {
    summary: "Open a change request that undoes a merged one",
    access: onActiveChangeRequest("edit"),
    body: RevertOptions,
    bodyOptional: true,
    reply: { 201: RevertResult },
    location: ({ changeRequest }) => changeRequest.urls.location,
    handle: async (call) => {
      const { context, caller, changeRequest, role, body } = call;
      if (body.merge && !includesRole(role, "review"))
        throw forbidden("merge: role `review` or above on the space is required");
      const { id, result } = await revertChangeRequest(context, changeRequest, {
        userId: caller.userId,
        merge: body.merge,
      });
      return { changeRequest: await readChangeRequest(call, id), result };
    },
  }),
];

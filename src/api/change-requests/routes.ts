import { Type } from "@sinclair/typebox";
import { ListOf, ListQuery, type OperationGroup, operation, readList } from "../http/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { onActiveSpace, onSpace } from "../spaces/index.ts";
import { presentUser } from "../users/index.ts";
import { onActiveChangeRequest, onChangeRequest, presentForCaller, readChangeRequest } from "./access.ts";
import {
  listChangeRequests,
  matchChangeRequests,
  matchVisibleChangeRequests,
} from "./list-change-requests.ts";
import { mergingOperations } from "./merging-operations.ts";
import {
  ChangeRequest,
  ChangeRequestCreate,
  ChangeRequestQuery,
  ChangeRequestUpdate,
  Contributor,
  OrganizationChangeRequestQuery,
} from "./schema.ts";
import { matchContributors } from "./store.ts";
import { previewUpdate, UpdatePreview } from "./update-preview.ts";
import { createChangeRequest, updateChangeRequest } from "./write-change-requests.ts";

export const changeRequests: OperationGroup = {
  title: "Change requests",
  operations: [
    operation("listChangeRequestsForSpace", "GET /spaces/:spaceId/change-requests", {
      summary: "List the change requests of a space, by default the open ones",
      isRepeatable: true,
      access: onSpace("read"),
      query: ChangeRequestQuery,
      reply: { 200: ListOf(ChangeRequest) },
      handle: (call) => {
        const { context, space, query } = call;
        const filters = { ...query, status: [query.status], space: space.id };
        const { read } = context.database;
        return listChangeRequests(call, matchChangeRequests(read, space.organization_id, filters));
      },
    }),

    operation("listChangeRequestsForOrganization", "GET /orgs/:organizationId/change-requests", {
      summary: "List the change requests of all spaces that the caller may see, by default the open ones",
      isRepeatable: true,
      access: onOrganization("guest"),
      query: OrganizationChangeRequestQuery,
      reply: { 200: ListOf(ChangeRequest) },
      handle: (call) => {
        const { read } = call.context.database;
        return listChangeRequests(call, matchVisibleChangeRequests(read, membershipIn(call), call.query));
      },
    }),

    operation("createChangeRequest", "POST /spaces/:spaceId/change-requests", {
      summary: "Open a change request, as a draft, from the primary content of a space",
      access: onActiveSpace("edit"),
      body: ChangeRequestCreate,
      bodyOptional: true,
      reply: { 201: ChangeRequest },
      handle: async (call) => {
        const { context, caller, space, body } = call;
        const ref = { organizationId: space.organization_id, spaceId: space.id };
        const actor = { userId: caller.userId, now: context.clock.now() };
        const id = await context.database.write(
          (trx) => createChangeRequest(trx, ref, body, actor),
          space.id,
          "snapshot",
        );
        return readChangeRequest(call, id);
      },
    }),

    operation("getChangeRequestById", "GET /spaces/:spaceId/change-requests/:changeRequestId", {
      summary: "Read a change request, by its id or its number in the space",
      isRepeatable: true,
      access: onChangeRequest("read"),
      reply: { 200: ChangeRequest },
      handle: (call) => presentForCaller(call, call.changeRequest),
    }),

    operation("updateChangeRequestById", "PATCH /spaces/:spaceId/change-requests/:changeRequestId", {
      summary: "Change the subject or the status of a change request",
      access: onActiveChangeRequest("edit"),
      body: ChangeRequestUpdate,
      reply: { 200: ChangeRequest },
      handle: async (call) => {
        const { context, caller, changeRequest, body } = call;
        const actor = { userId: caller.userId, now: context.clock.now() };
        await context.database.write((trx) => updateChangeRequest(trx, changeRequest, body, actor));
        return readChangeRequest(call, changeRequest.id);
      },
    }),

    operation("previewChangeRequestUpdate", "GET /spaces/:spaceId/change-requests/:changeRequestId/update", {
      summary: "Read what an update would bring into a change request, and how many conflicts it would have",
      access: onChangeRequest("read"),
      reply: { 200: UpdatePreview },
      handle: ({ context, space, changeRequest }) => previewUpdate(context, space, changeRequest),
    }),

    ...mergingOperations,

    operation(
      "getContributorsByChangeRequestId",
      "GET /spaces/:spaceId/change-requests/:changeRequestId/contributors",
      {
        summary: "List the users who opened a change request or edited its content",
        isRepeatable: true,
        access: onChangeRequest("read"),
        query: Type.Object(ListQuery),
        reply: { 200: ListOf(Contributor) },
        handle: (call) =>
          readList(call, {
            matching: matchContributors(call.context.database.read, call.changeRequest),
            select: (found) => found.selectAll("users").select(["edits", "contributors.updated_at"]),
            keys: ["contributors.user_id"],
            present: (rows) =>
              rows.map((row) => ({
                user: presentUser(row, call.context.urls),
                count: row.edits,
                actionType: "edit" as const,
                updatedAt: row.updated_at,
              })),
          }),
      },
    ),
  ],
};

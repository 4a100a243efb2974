import { Type } from "@sinclair/typebox";
import { ListOf, ListQuery, type OperationGroup, operation } from "../http/index.ts";
import {
  LibraryItemMove,
  LibraryItemTransfer,
  moveLibraryItem,
  onNewLibraryItem,
  requireCreateIn,
  transferLibraryItem,
} from "../library-items/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { onActiveSpace, onSpace, onSpaceWithKey } from "./access.ts";
import { createSpace, deleteSpace, duplicateSpace, restoreSpace, updateSpace } from "./change-space.ts";
import { listDeletedSpaces, listSpaces, presentSpaceTo, readSpace } from "./present.ts";
import { listRecentChanges, RecentChange } from "./recent-changes.ts";
import { Space, SpaceCreate, SpaceListQuery, SpaceQuery, SpaceUpdate } from "./schema.ts";

export const spaces: OperationGroup = {
  title: "Spaces",
  operations: [
    operation("listSpacesInOrganizationById", "GET /orgs/:organizationId/spaces", {
      summary: "List the spaces of an organization that the caller may see, or those in the trash",
      isRepeatable: true,
      access: onOrganization("guest"),
      query: SpaceListQuery,
      reply: { 200: ListOf(Space) },
      handle: (call) => (call.query.deleted ? listDeletedSpaces : listSpaces)(call, membershipIn(call)),
    }),

    operation("listRecentChangesInOrganization", "GET /orgs/:organizationId/recent-changes", {
      summary: "List the last change of each space that the caller may see, newest first",
      isRepeatable: true,
      access: onOrganization("guest"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(RecentChange) },
      handle: (call) => listRecentChanges(call, membershipIn(call)),
    }),

    operation("createSpace", "POST /orgs/:organizationId/spaces", {
      summary: "Create a space, at the top level or in a collection",
      access: onNewLibraryItem(),
      body: SpaceCreate,
      bodyOptional: true,
      reply: { 201: Space },
      handle: async (call) => {
        const { context, member, parent, body } = call;
        const author = { userId: member.userId, now: context.clock.now() };
        const id = await context.database.write(async (trx) => {
          await requireCreateIn(trx, member, parent.parentId);
          return createSpace(trx, parent, body, author);
        });
        return readSpace(call, id);
      },
    }),

    operation("getSpaceById", "GET /spaces/:spaceId", {
      summary: "Read a space",
      isRepeatable: true,
      access: onSpaceWithKey(),
      query: SpaceQuery,
      reply: { 200: Space },
      handle: ({ context, space, role, viewer }) => presentSpaceTo(context, space, role, viewer),
    }),

    operation("updateSpaceById", "PATCH /spaces/:spaceId", {
      summary: "Change a space's title, emoji, edit mode, default level or merge rules",
      access: onActiveSpace("admin"),
      body: SpaceUpdate,
      reply: { 200: Space },
      handle: async (call) => {
        const { context, space, body } = call;
        await context.database.write((trx) => updateSpace(trx, space, body, context.clock.now()));
        return readSpace(call, space.id);
      },
    }),

    operation("deleteSpaceById", "DELETE /spaces/:spaceId", {
      summary: "Move a space to the trash, from where it can be restored for 7 days",
      access: onActiveSpace("admin"),
      reply: { 205: null },
      handle: ({ context, space }) => context.database.write((trx) => deleteSpace(trx, context, space)),
    }),

    operation("restoreSpace", "POST /spaces/:spaceId/restore", {
      summary: "Restore a space from the trash",
      access: onSpace("admin"),
      reply: { 200: Space },
      handle: async (call) => {
        const { context, space } = call;
        await context.database.write((trx) => restoreSpace(trx, context, space));
        return readSpace(call, space.id);
      },
    }),

    operation("duplicateSpace", "POST /spaces/:spaceId/duplicate", {
      summary: "Copy a space with its content",
      access: onActiveSpace("create"),
      reply: { 201: Space },
      handle: async (call) => {
        const { context, member, space } = call;
        const now = context.clock.now();
        const id = await context.database.write((trx) => duplicateSpace(trx, member, space.id, now));
        return readSpace(call, id);
      },
    }),

    operation("moveSpace", "POST /spaces/:spaceId/move", {
      summary: "Move a space to another collection or position",
      access: onActiveSpace("create"),
      body: LibraryItemMove,
      reply: { 200: Space },
      handle: async (call) => {
        await moveLibraryItem(call, call.space.id);
        return readSpace(call, call.space.id);
      },
    }),

    operation("transferSpace", "POST /spaces/:spaceId/transfer", {
      summary: "Transfer a space to another organization",
      access: onActiveSpace("admin"),
      body: LibraryItemTransfer,
      reply: { 200: Space },
      handle: async (call) => {
        await transferLibraryItem(call, call.space.id);
        return readSpace(call, call.space.id);
      },
    }),
  ],
};

import { Type } from "@sinclair/typebox";
import { resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import {
  type Call,
  type Chapter,
  ListOf,
  ListQuery,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import {
  insertLibraryItem,
  LibraryItemMove,
  LibraryItemTransfer,
  moveLibraryItem,
  onNewLibraryItem,
  requireCreateIn,
  toDefaultLevel,
  transferLibraryItem,
  updateLibraryItem,
} from "../library-items/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { listSpaces, Space } from "../spaces/index.ts";
import {
  Collection,
  CollectionCreate,
  CollectionListQuery,
  CollectionUpdate,
  presentCollection,
} from "./schema.ts";
import { deleteCollection, findCollectionForUser, matchCollections, onCollection } from "./store.ts";

export const collections: Chapter = {
  title: "Collections",
  operations: [
    operation("listCollectionsInOrganizationById", "GET /orgs/:organizationId/collections", {
      summary: "List the collections of an organization that the caller may see",
      access: onOrganization("guest"),
      query: CollectionListQuery,
      reply: { 200: ListOf(Collection) },
      handle: async (call) => {
        const { read } = call.context.database;
        const member = membershipIn(call);
        const page = await readPage(call, {
          matching: matchCollections(read, member, call.query.nested),
          select: (query) => query.selectAll("contents"),
          keys: ["contents.position", "contents.id"],
          order: "asc",
        });
        const ids = page.rows.map(({ id }) => id);
        const roles = await resolveLibraryItemRoles(read, member, ids);
        const { urls } = call.context;
        return presentList(page, (row) => presentCollection(row, roles.get(row.id) ?? null, urls));
      },
    }),

    operation("createCollection", "POST /orgs/:organizationId/collections", {
      summary: "Create a collection, at the top level or in another one",
      access: onNewLibraryItem(),
      body: CollectionCreate,
      bodyOptional: true,
      reply: { 201: Collection },
      handle: async (call) => {
        const { context, member, parent, body } = call;
        const { title = "Untitled" } = body;
        const id = await context.database.write(async (trx) => {
          await requireCreateIn(trx, member, parent.parentId);
          return insertLibraryItem(trx, parent, { kind: "collection", title });
        });
        return readCollection(call, id);
      },
    }),

    operation("getCollectionById", "GET /collections/:collectionId", {
      summary: "Read a collection",
      access: onCollection("read"),
      reply: { 200: Collection },
      handle: ({ context, collection, role }) => presentCollection(collection, role, context.urls),
    }),

    operation("updateCollectionById", "PATCH /collections/:collectionId", {
      summary: "Change a collection's title, description or default level",
      access: onCollection("admin"),
      body: CollectionUpdate,
      reply: { 200: Collection },
      handle: async (call) => {
        const { context, collection, body } = call;
        const { title, description, defaultLevel } = body;
        await context.database.write((trx) =>
          updateLibraryItem(trx, collection, {
            title,
            description: description === "" ? null : description,
            default_level: toDefaultLevel(defaultLevel),
          }),
        );
        return readCollection(call, collection.id);
      },
    }),

    operation("deleteCollectionById", "DELETE /collections/:collectionId", {
      summary: "Delete a collection; what is in it moves to where the collection was",
      access: onCollection("admin"),
      reply: { 205: null },
      handle: ({ context, collection }) => context.database.write((trx) => deleteCollection(trx, collection)),
    }),

    operation("listSpacesInCollectionById", "GET /collections/:collectionId/spaces", {
      summary: "List the spaces in a collection, in their order",
      access: onCollection("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Space) },
      handle: (call) => listSpaces(call, call.member, call.collection.id),
    }),

    operation("moveCollection", "POST /collections/:collectionId/move", {
      summary: "Move a collection to another parent or position",
      access: onCollection("create"),
      body: LibraryItemMove,
      reply: { 200: Collection },
      handle: async (call) => {
        await moveLibraryItem(call, call.collection.id);
        return readCollection(call, call.collection.id);
      },
    }),

    operation("transferCollection", "POST /collections/:collectionId/transfer", {
      summary: "Transfer a collection, with everything in it, to another organization",
      access: onCollection("admin"),
      body: LibraryItemTransfer,
      reply: { 200: Collection },
      handle: async (call) => {
        await transferLibraryItem(call, call.collection.id);
        return readCollection(call, call.collection.id);
      },
    }),
  ],
};

async function readCollection({ context, caller }: Call, id: string): Promise<Collection> {
  const found = await findCollectionForUser(context.database.read, id, caller.userId);
  if (found === undefined) throw notFound("Collection");
  return presentCollection(found.row, found.role, context.urls);
}

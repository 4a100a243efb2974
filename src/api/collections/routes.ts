import { Type } from "@sinclair/typebox";
import {
  isVisibleTo,
  type Membership,
  type Role,
  resolveLibraryItemRoles,
} from "../../identity/roles/index.ts";
import { concurrentlyChanged, notFound } from "../../platform/index.ts";
import { type LibraryItemTable, prepared, type Reader, type Writer } from "../../storage/database/index.ts";
import { type Call, ListOf, ListQuery, type OperationGroup, operation, readList } from "../http/index.ts";
import {
  findLibraryItem,
  insertLibraryItem,
  itemsOfUser,
  LibraryItemMove,
  LibraryItemTransfer,
  moveChildrenUp,
  moveLibraryItem,
  onNewLibraryItem,
  requireCreateIn,
  requireLibraryItemRole,
  resolveAccess,
  toDefaultLevel,
  transferLibraryItem,
  updateLibraryItem,
  type WithMemberRole,
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

export const collections: OperationGroup = {
  title: "Collections",
  operations: [
    operation("listCollectionsInOrganizationById", "GET /orgs/:organizationId/collections", {
      summary: "List the collections of an organization that the caller may see",
      isRepeatable: true,
      access: onOrganization("guest"),
      query: CollectionListQuery,
      reply: { 200: ListOf(Collection) },
      handle: (call) => {
        const { read } = call.context.database;
        const member = membershipIn(call);
        return readList(call, {
          matching: matchCollections(read, member, call.query.nested),
          select: (query) => query.selectAll("contents"),
          keys: ["contents.position", "contents.id"],
          present: async (rows) => {
            const ids = rows.map(({ id }) => id);
            const roles = await resolveLibraryItemRoles(read, member, ids);
            return rows.map((row) => presentCollection(row, roles.get(row.id) ?? null, call.context.urls));
          },
        });
      },
    }),

    operation("createCollection", "POST /orgs/:organizationId/collections", {
      summary: "Create a collection, at the top level or in another collection",
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
      isRepeatable: true,
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
      summary: "Delete a collection, and move its items to its parent",
      access: onCollection("admin"),
      reply: { 205: null },
      handle: ({ context, collection }) => context.database.write((trx) => deleteCollection(trx, collection)),
    }),

    operation("listSpacesInCollectionById", "GET /collections/:collectionId/spaces", {
      summary: "List the spaces in a collection, in their order",
      isRepeatable: true,
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

const findForMember = prepared<{ id: string; userId: string }, LibraryItemTable & WithMemberRole>(
  (db, value) =>
    itemsOfUser(db, value("userId"))
      .where("contents.id", "=", value("id"))
      .where("contents.kind", "=", "collection")
      .selectAll("contents")
      .select("members.role as member_role"),
);

/** The collection, if this user is a member of its organization. */
export async function findCollectionForUser(db: Reader, id: string, userId: string) {
  const [found] = await findForMember(db, { id, userId });
  return resolveAccess(db, userId, found);
}

/** The collections that a member may see; without `nested`, only those at the top level. */
function matchCollections(db: Reader, member: Membership, nested: boolean) {
  const query = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", member.organizationId)
    .where("contents.kind", "=", "collection")
    .where(isVisibleTo(member));
  return nested ? query : query.where("contents.parent_id", "is", null);
}

/** Deletes a collection. Its children, including those in the trash, move to its parent. */
async function deleteCollection(trx: Writer, { organization_id, id }: LibraryItemTable) {
  const collection = await findLibraryItem(trx, organization_id, id);
  if (collection === undefined) throw concurrentlyChanged();
  await moveChildrenUp(trx, collection);
  await trx
    .deleteFrom("contents")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** Resolves the collection in the path for callers with at least this role on it. */
export function onCollection(needed: Role) {
  return {
    rule: `Role \`${needed}\` or above on the collection`,
    resolve: async ({ context, caller, params }: Call<{ collectionId: string }>) => {
      const found = await findCollectionForUser(context.database.read, params.collectionId, caller.userId);
      if (found === undefined) throw notFound("Collection");
      const { row: collection, member, role } = found;
      return { collection, member, role: requireLibraryItemRole(role, needed, "collection") };
    },
  };
}

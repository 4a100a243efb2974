import { type Membership, type Role, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import { type Call, listReply, type Page, readPage } from "../http/index.ts";
import { presentSpaces, presentSpaceTo, viewerOf } from "./present.ts";
import type { Space } from "./schema.ts";
import { findSpaceForUser, matchSpaces, type SpaceRow, spaceColumns } from "./store.ts";

type ListCall = Call<unknown, { page?: string; limit: number }>;

/** The spaces that the caller may see, in the order they stand; with a collection, those right inside of it. */
export async function listSpaces(call: ListCall, member: Membership, collectionId?: string) {
  const page = await readPage(call, {
    matching: matchSpaces(call.context.database.read, member, collectionId),
    select: (found) => found.innerJoin("spaces", "spaces.id", "contents.id").select(spaceColumns),
    keys: ["contents.position", "contents.id"],
    order: "asc",
  });
  const roles = await rolesOn(call, member, page);
  return listReply(page, await presentAll(call, member, page, roles));
}

/** The spaces that a member may see, in the order they were made, with their role on each; shown to another. */
export async function listSpacesOfMember(
  call: ListCall,
  member: Membership,
  viewer: Membership,
  order: "asc" | "desc",
) {
  const page = await readPage(call, {
    matching: matchSpaces(call.context.database.read, member),
    select: (found) => found.innerJoin("spaces", "spaces.id", "contents.id").select(spaceColumns),
    keys: ["contents.id"],
    order,
  });
  const [theirs, own] = await Promise.all([rolesOn(call, member, page), rolesOn(call, viewer, page)]);
  const spaces = await presentAll(call, viewer, page, own);
  return listReply(
    page,
    spaces.map((space) => ({ permission: theirs.get(space.id) ?? "read", space })),
  );
}

function presentAll(
  { context }: ListCall,
  viewer: Membership,
  { rows }: Page<SpaceRow>,
  roles: ReadonlyMap<string, Role>,
) {
  return presentSpaces(context, rows, ({ id }) => roles.get(id) ?? null, viewerOf(viewer));
}

function rolesOn({ context }: ListCall, member: Membership, { rows }: Page<SpaceRow>) {
  return resolveLibraryItemRoles(
    context.database.read,
    member,
    rows.map(({ id }) => id),
  );
}

/** The space as the caller sees it now. */
export async function readSpace({ context, caller }: Call, id: string): Promise<Space> {
  const found = await findSpaceForUser(context.database.read, id, caller.userId);
  if (found === undefined) throw notFound("Space");
  return presentSpaceTo(context, found.row, found.role, viewerOf(found.member));
}

import { type Membership, resolveContentRoles } from "../../access/content-roles.ts";
import type { Call } from "../../http/operation.ts";
import { type Page, presentList, readPage } from "../../http/paging.ts";
import { presentSpace } from "./present.ts";
import { matchSpaces, type SpaceRow, spaceColumns } from "./store.ts";

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
  return presentList(page, (row) => presentSpace(row, roles.get(row.id) ?? null, call.context.urls));
}

/** The spaces that a member may see, in the order they were made, with their role on each; shown to another. */
export async function listSpacesOf(
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
  return presentList(page, (row) => ({
    permission: theirs.get(row.id) ?? "read",
    space: presentSpace(row, own.get(row.id) ?? null, call.context.urls),
  }));
}

function rolesOn({ context }: ListCall, member: Membership, { rows }: Page<SpaceRow>) {
  return resolveContentRoles(
    context.database.read,
    member,
    rows.map(({ id }) => id),
  );
}

import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { notFound } from "../../platform/index.ts";
import { type Call, listReply, readPage } from "../http/index.ts";
import { memberViewer, presentSpacesToMember, presentSpaceTo } from "./present.ts";
import { findSpaceForUser, matchSpaces, selectSpaces } from "./store.ts";

type ListCall = Call<unknown, { page?: string; limit: number }>;

/** The spaces that the caller may see, in the order of the tree; with a collection, only its children. */
export async function listSpaces(call: ListCall, member: Membership, collectionId?: string) {
  const page = await readPage(call, {
    matching: matchSpaces(call.context.database.read, member, collectionId),
    select: selectSpaces,
    keys: ["contents.position", "contents.id"],
    order: "asc",
  });
  return listReply(page, await presentSpacesToMember(call.context, page.rows, member));
}

/** The spaces that a member may see, by age, with their role on each; as another member sees them. */
export async function listSpacesOfMember(
  call: ListCall,
  member: Membership,
  viewer: Membership,
  order: "asc" | "desc",
) {
  const { read } = call.context.database;
  const matching = matchSpaces(read, member);
  const page = await readPage(call, { matching, select: selectSpaces, keys: ["contents.id"], order });
  const ids = page.rows.map(({ id }) => id);
  const roles = await resolveLibraryItemRoles(read, member, ids);
  const spaces = await presentSpacesToMember(call.context, page.rows, viewer);
  const items = spaces.map((space) => ({ permission: roles.get(space.id) ?? "read", space }));
  return listReply(page, items);
}

/** Reads a space again, after a change. */
export async function readSpace({ context, caller }: Call, id: string) {
  const found = await findSpaceForUser(context.database.read, id, caller.userId);
  if (found === undefined) throw notFound("Space");
  return presentSpaceTo(context, found.row, found.role, memberViewer(found.member));
}

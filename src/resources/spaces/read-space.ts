import { resolveContentRole } from "../../access/content-roles.ts";
import { notFound } from "../../errors.ts";
import type { Call } from "../../http/operation.ts";
import { presentSpace } from "./present.ts";
import type { Space } from "./schema.ts";
import { findSpaceForMember } from "./store.ts";

/** The space as the caller sees it now. */
export async function readSpace({ context, caller: { userId } }: Call, id: string): Promise<Space> {
  const { read } = context.database;
  const space = await findSpaceForMember(read, id, userId);
  if (space === undefined) throw notFound("Space");
  const member = { organizationId: space.organization_id, userId, role: space.member_role };
  return presentSpace(space, await resolveContentRole(read, member, id), context.urls);
}

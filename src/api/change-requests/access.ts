import type { Role } from "../../identity/roles/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import { type Access, type Call, refineAccess } from "../http/index.ts";
import { type OnSpace, onActiveSpace, onSpace } from "../spaces/index.ts";
import { presentChangeRequests } from "./mergeability.ts";
import { type ChangeRequestRow, findChangeRequest } from "./store.ts";

export interface OnChangeRequest extends OnSpace {
  readonly changeRequest: ChangeRequestRow;
}

export interface ChangeRequestParams {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** Resolves the change request in the path by its id or number. Requires at least this role on its space. */
export function onChangeRequest(needed: Role): Access<OnChangeRequest, ChangeRequestParams> {
  return refine(onSpace(needed));
}

/** Like `onChangeRequest`, but refuses change requests of spaces in the trash. */
export function onActiveChangeRequest(needed: Role): Access<OnChangeRequest, ChangeRequestParams> {
  return refine(onActiveSpace(needed));
}

function refine(access: Access<OnSpace, { spaceId: string }>): Access<OnChangeRequest, ChangeRequestParams> {
  return refineAccess(access, async (found, { context, params }) => {
    const changeRequest = await findChangeRequest(context.database.read, found.space, params.changeRequestId);
    if (changeRequest === undefined) throw notFound("Change request");
    return { ...found, changeRequest };
  });
}

/** Reads and presents the current state of a change request. */
export async function readChangeRequest(call: Call & Pick<OnSpace, "space">, id: string) {
  const found = await findChangeRequest(call.context.database.read, call.space, id);
  return presentForCaller(call, requireFound(found, "Change request"));
}

export async function presentForCaller({ context, caller }: Call, row: ChangeRequestRow) {
  const [presented] = await presentChangeRequests(context, [row], caller.userId);
  return requireFound(presented, "Change request");
}

import type { Role } from "../../identity/roles/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import { type Access, type Call, refineAccess } from "../http/index.ts";
import { type OnSpace, onActiveSpace, onSpace } from "../spaces/index.ts";
import { presentChangeRequest } from "./schema.ts";
import { type ChangeRequestRow, findChangeRequest } from "./store.ts";

export interface OnChangeRequest extends OnSpace {
  readonly changeRequest: ChangeRequestRow;
}

export interface ChangeRequestParams {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** The change request that the path names by its id or number. Needs at least this role on its space. */
export function onChangeRequest(least: Role): Access<OnChangeRequest, ChangeRequestParams> {
  return inSpace(onSpace(least));
}

/** The same for operations that change it. */
export function onActiveChangeRequest(least: Role): Access<OnChangeRequest, ChangeRequestParams> {
  return inSpace(onActiveSpace(least));
}

function inSpace(access: Access<OnSpace, { spaceId: string }>): Access<OnChangeRequest, ChangeRequestParams> {
  return refineAccess(access, async (found, { context, params }) => {
    const changeRequest = await findChangeRequest(context.database.read, found.space, params.changeRequestId);
    if (changeRequest === undefined) throw notFound("Change request");
    return { ...found, changeRequest };
  });
}

/** Reads and presents the current state of a change request. */
export async function readChangeRequest({ context, space }: Call & Pick<OnSpace, "space">, id: string) {
  const found = requireFound(await findChangeRequest(context.database.read, space, id), "Change request");
  return presentChangeRequest(found, context.urls);
}

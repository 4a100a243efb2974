import type { Content } from "../../content/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { type ChangeRequestParams, onActiveChangeRequest } from "../change-requests/index.ts";
import { openLinkedContent } from "../content/index.ts";
import { type Access, refineAccess } from "../http/index.ts";
import { onActiveSpace, type SpaceRow } from "../spaces/index.ts";

/** The content in which paths of pages and files are looked up. */
export interface OnLinkedContent {
  readonly space: SpaceRow;
  readonly member: Membership;
  readonly content: Content;
  readonly linked: ReturnType<typeof openLinkedContent>;
}

export function onPrimaryContent(): Access<OnLinkedContent, { spaceId: string }> {
  return refineAccess(onActiveSpace("read"), ({ space, member }, { context }) => {
    const linked = openLinkedContent(context, space, space.root);
    return { space, member, linked, content: linked.content };
  });
}

export function onChangeRequestContent(): Access<OnLinkedContent, ChangeRequestParams> {
  return refineAccess(onActiveChangeRequest("read"), ({ space, member, changeRequest }, { context }) => {
    const linked = openLinkedContent(context, space, changeRequest.root);
    return { space, member, linked, content: linked.content };
  });
}

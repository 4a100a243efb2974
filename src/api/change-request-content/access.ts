import type { Role } from "../../identity/roles/roles.ts";
import { type ChangeRequestParams, onChangeRequest } from "../change-requests/access.ts";
import type { OnContent } from "../content/access.ts";
import type { Access } from "../http/operation.ts";

/** The content of a change request. */
export function onChangeRequestContent(least: Role): Access<OnContent, ChangeRequestParams> {
  const onItsChangeRequest = onChangeRequest(least);
  return {
    rule: onItsChangeRequest.rule,
    resolve: async (call) => {
      const { space, changeRequest } = await onItsChangeRequest.resolve(call);
      return { space, revision: { id: changeRequest.revision_id, root: changeRequest.root } };
    },
  };
}

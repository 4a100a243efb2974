import type { Role } from "../../identity/roles/index.ts";
import { type ChangeRequestParams, onChangeRequest } from "../change-requests/index.ts";
import type { OnContent } from "../content/index.ts";
import type { Access } from "../http/index.ts";

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

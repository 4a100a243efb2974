import type { ChangeRequestRow } from "../change-requests/index.ts";
import { type ContentTarget, changeRequestContentTarget, primaryContentTarget } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";

/** The content that an import goes into, as it is sent to the child process. */
export type ImportTarget =
  | { readonly space: SpaceRow }
  | { readonly changeRequest: ChangeRequestRow; readonly readPath: string };

export function openTarget(context: Context, target: ImportTarget, userId: string): ContentTarget {
  if ("space" in target) return primaryContentTarget(context, target.space);
  const { changeRequest, readPath } = target;
  return changeRequestContentTarget(context, changeRequest, userId, readPath) as ContentTarget;
}

import type { ChangeRequestRow } from "../change-requests/index.ts";
import { type ContentTarget, changeRequestContentTarget, primaryContentTarget } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";

/** The content that an import goes into, as it can be told to another process. */
export type ImportTarget =
  | { readonly space: SpaceRow }
  | { readonly changeRequest: ChangeRequestRow; readonly readPath: string };

/** That content as it is changed, whatever its head knows beside what all heads do. */
export function openTarget(context: Context, target: ImportTarget, userId: string): ContentTarget {
  if ("space" in target) return primaryContentTarget(context, target.space);
  const { changeRequest, readPath } = target;
  return changeRequestContentTarget(context, changeRequest, userId, readPath) as ContentTarget;
}

import type { ChangeRequestRow } from "../change-requests/index.ts";
import { type ContentTarget, contentOf, primaryContentOf } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";

/** The content that an import goes into, as it can be told to another process. */
export type ImportTarget =
  | { readonly space: SpaceRow }
  | { readonly changeRequest: ChangeRequestRow; readonly readAt: string };

/** That content as it is changed, whatever its head knows beside what all heads do. */
export function openTarget(context: Context, target: ImportTarget, userId: string): ContentTarget {
  if ("space" in target) return primaryContentOf(context, target.space);
  const { changeRequest, readAt } = target;
  return contentOf(context, changeRequest, userId, readAt) as ContentTarget;
}

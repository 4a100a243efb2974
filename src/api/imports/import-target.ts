import { contentOf } from "../change-request-content/content-target.ts";
import type { ChangeRequestRow } from "../change-requests/store.ts";
import type { ContentTarget } from "../content/change-content.ts";
import { primaryContentOf } from "../content/primary-content.ts";
import type { Context } from "../http/context.ts";
import type { SpaceRow } from "../spaces/store.ts";

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

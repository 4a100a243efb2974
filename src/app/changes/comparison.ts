import type { PageChanges, ReusableContentChanges } from "../data/api-types.ts";
import { type QueryState, useQuery } from "../data/queries.ts";
import { place } from "../navigation/router.ts";

/** Two versions of a space's content: what a change request changes, or what differs between two revisions. */
export type Comparison =
  | { readonly space: string; readonly changeRequest: string }
  | { readonly space: string; readonly revision: string; readonly since?: string | undefined };

/** The number of changes that are listed. */
export const maxListed = 1000;

/** The list of what differs, without the first ones. */
export function useChangedThings(comparison: Comparison | undefined, limit = maxListed, skip = 0) {
  const { changeRequest, revision } = paramsOf(comparison, {});
  const inRequest = useQuery("GET /spaces/:spaceId/change-requests/:changeRequestId/changes", changeRequest, {
    limit,
    skip,
  });
  const inRevision = useQuery("GET /spaces/:spaceId/revisions/:revisionId/changes", revision, {
    limit,
    skip,
    ...sinceOf(comparison),
  });
  return changeRequest ? inRequest : inRevision;
}

export type DiffFormat = "html" | "columns" | "markdown";

/** How two versions of a page or a reusable content differ. Undefined while it is not needed. */
export function useDifference(
  comparison: Comparison,
  thing: "page" | "reusableContent",
  id: string | undefined,
  format: DiffFormat,
  isWhole: boolean,
): QueryState<PageChanges | ReusableContentChanges> {
  const pages = paramsOf(id !== undefined && thing === "page" ? comparison : undefined, { pageId: id ?? "" });
  const reusable = paramsOf(id !== undefined && thing !== "page" ? comparison : undefined, {
    reusableContentId: id ?? "",
  });
  const query = { format, ...(isWhole && { unchanged: true }) };
  const since = { ...query, ...sinceOf(comparison) };
  const request = "GET /spaces/:spaceId/change-requests/:changeRequestId/changes";
  const revision = "GET /spaces/:spaceId/revisions/:revisionId/changes";
  const states = [
    useQuery(`${request}/page/:pageId`, pages.changeRequest, query),
    useQuery(`${revision}/page/:pageId`, pages.revision, since),
    useQuery(`${request}/reusable-contents/:reusableContentId`, reusable.changeRequest, query),
    useQuery(`${revision}/reusable-contents/:reusableContentId`, reusable.revision, since),
  ] as const;
  const asked = [pages.changeRequest, pages.revision, reusable.changeRequest, reusable.revision];
  return states[asked.findIndex((params) => params !== undefined)] ?? { isLoading: true };
}

/** Only one of the queries has parameters; the other waits. */
function paramsOf<Params extends object>(comparison: Comparison | undefined, params: Params) {
  const isRequest = comparison !== undefined && "changeRequest" in comparison;
  return {
    changeRequest: isRequest
      ? { spaceId: comparison.space, changeRequestId: comparison.changeRequest, ...params }
      : undefined,
    revision:
      comparison === undefined || isRequest
        ? undefined
        : { spaceId: comparison.space, revisionId: comparison.revision, ...params },
  };
}

function sinceOf(comparison: Comparison | undefined) {
  return comparison !== undefined && "since" in comparison && comparison.since !== undefined
    ? { since: comparison.since }
    : {};
}

/** Where a page of the later version is read. */
export function pathOfVersion(comparison: Comparison, pageId: string): string {
  const { space } = comparison;
  return "changeRequest" in comparison
    ? `/spaces/${space}/change-requests/${comparison.changeRequest}/pages/${pageId}`
    : `/spaces/${space}/revisions/${comparison.revision}/pages/${pageId}`;
}

export const views = ["page", "columns", "source"] as const;
export type View = (typeof views)[number];

/** The chosen view, which is in the address. */
export function currentView(): View {
  const chosen = place.value.query.get("view");
  return views.find((view) => view === chosen) ?? "page";
}

/** The number of changes before those that are shown, which is in the address. */
export function skippedChanges(): number {
  const skip = Number(place.value.query.get("from") ?? 0);
  return Number.isSafeInteger(skip) && skip > 0 && skip <= 1_000_000 ? skip : 0;
}

export function isWholeShown(): boolean {
  return place.value.query.has("whole");
}

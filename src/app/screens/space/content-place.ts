import type { ListedPage, PageHtml } from "../../data/api-types.ts";
import { type ListState, type QueryState, useList, useQuery } from "../../data/queries.ts";

/** The content that is read: the primary content of a space, a revision or a change request. */
export interface ContentPlace {
  readonly space: string;
  readonly revision?: string | undefined;
  readonly changeRequest?: string | undefined;
}

/** The path of the content in the workspace. */
export function pathOfContent({ space, revision, changeRequest }: ContentPlace): string {
  if (revision !== undefined) return `/spaces/${space}/revisions/${revision}`;
  if (changeRequest !== undefined) return `/spaces/${space}/change-requests/${changeRequest}`;
  return `/spaces/${space}`;
}

export function pathOfPage(place: ContentPlace, page: string): string {
  return `${pathOfContent(place)}/pages/${page}`;
}

/** Only one of these queries has parameters; the others wait. */
function paramsOf<Page extends object>(
  { space: spaceId, revision, changeRequest }: ContentPlace,
  page: Page,
) {
  return {
    primary: revision === undefined && changeRequest === undefined ? { spaceId, ...page } : undefined,
    revision: revision === undefined ? undefined : { spaceId, revisionId: revision, ...page },
    changeRequest:
      changeRequest === undefined ? undefined : { spaceId, changeRequestId: changeRequest, ...page },
  };
}

/** All pages of the content in the order of its tree. The first of them are there before the others are loaded. */
export function usePages(place: ContentPlace): ListState<ListedPage> {
  const params = paramsOf(place, {});
  const query = { limit: 1000 };
  const options = { all: true, first: 100 };
  const primary = useList("GET /spaces/:spaceId/content/page-titles", params.primary, query, options);
  const revision = useList(
    "GET /spaces/:spaceId/revisions/:revisionId/page-titles",
    params.revision,
    query,
    options,
  );
  const changeRequest = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/content/page-titles",
    params.changeRequest,
    query,
    options,
  );
  if (params.revision) return revision;
  return params.changeRequest ? changeRequest : primary;
}

export function usePageHtml(place: ContentPlace, pageId: string | undefined): QueryState<PageHtml> {
  const params = paramsOf(place, { pageId: pageId ?? "" });
  const isKnown = pageId !== undefined;
  const primary = useQuery(
    "GET /spaces/:spaceId/content/page/:pageId/html",
    isKnown ? params.primary : undefined,
  );
  const revision = useQuery(
    "GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/html",
    isKnown ? params.revision : undefined,
  );
  const changeRequest = useQuery(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/html",
    isKnown ? params.changeRequest : undefined,
  );
  if (params.revision) return revision;
  return params.changeRequest ? changeRequest : primary;
}

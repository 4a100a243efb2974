import { type Body, call } from "../../data/api.ts";
import type {
  ChangeRequest,
  File,
  ListedPage,
  MarkdownProblem,
  Page,
  PageHtml,
  Space,
} from "../../data/api-types.ts";
import { type ListState, type QueryState, refresh, useList, useQuery } from "../../data/queries.ts";

/** The content that is read: the primary content of a space, a revision or a change request. */
export interface ContentPlace {
  readonly space: string;
  readonly revision?: string | undefined;
  readonly changeRequest?: string | undefined;
}

export function isPrimary({ revision, changeRequest }: ContentPlace): boolean {
  return revision === undefined && changeRequest === undefined;
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

/** The path of the list of reusable contents. Revisions have none. */
export function reusableContentsOf({ space, changeRequest }: ContentPlace): string {
  return `${pathOfContent({ space, changeRequest })}/reusable-contents`;
}

/** The path of the content in the API. */
export function apiPathOf(place: ContentPlace): string {
  return place.revision === undefined ? `${pathOfContent(place)}/content` : pathOfContent(place);
}

/** Only one of these queries has parameters; the others wait. */
function paramsOf<Params extends object>(
  { space: spaceId, revision, changeRequest }: ContentPlace,
  params: Params,
) {
  return {
    primary: revision === undefined && changeRequest === undefined ? { spaceId, ...params } : undefined,
    revision: revision === undefined ? undefined : { spaceId, revisionId: revision, ...params },
    changeRequest:
      changeRequest === undefined ? undefined : { spaceId, changeRequestId: changeRequest, ...params },
  };
}

/** The query of the list of all pages. Its first reply is short, so that a long list begins as early as a short one. */
export const pageListQuery = { limit: 1000 };
const pageListOptions = { all: true, first: 100 };

/** All pages of the content in the order of its tree. The first of them are there before the others are loaded. */
export function useStoredPages(place: ContentPlace): ListState<ListedPage> {
  const params = paramsOf(place, {});
  const [query, options] = [pageListQuery, pageListOptions];
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

/** Reads a page with all its settings and its Markdown. */
export function readPage(place: ContentPlace, pageId: string): Promise<Page> {
  const { primary, revision, changeRequest } = paramsOf(place, { pageId });
  if (revision) return call("GET /spaces/:spaceId/revisions/:revisionId/page/:pageId", revision);
  return changeRequest
    ? call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId", changeRequest)
    : call("GET /spaces/:spaceId/content/page/:pageId", primary ?? { spaceId: place.space, pageId });
}

/** Finds mistakes in the Markdown of a page. */
export async function checkMarkdown(
  { space: spaceId, changeRequest }: ContentPlace,
  page: string,
  markdown: string,
): Promise<readonly MarkdownProblem[]> {
  const input = { body: { markdown, page } };
  const { problems } =
    changeRequest === undefined
      ? await call("POST /spaces/:spaceId/content/check", { spaceId }, input)
      : await call(
          "POST /spaces/:spaceId/change-requests/:changeRequestId/content/check",
          { spaceId, changeRequestId: changeRequest },
          input,
        );
  return problems;
}

/** What the caller may do: change the content here, open a change request for that, or only read. */
export type EditAccess = "edit" | "propose" | "read";

/** The change request of a place, if it is in one. */
export function useChangeRequest({ space, changeRequest }: ContentPlace): QueryState<ChangeRequest> {
  return useQuery(
    "GET /spaces/:spaceId/change-requests/:changeRequestId",
    changeRequest === undefined ? undefined : { spaceId: space, changeRequestId: changeRequest },
  );
}

/** Whether the caller may change the content. It depends on the role, the space's mode and the change request's state. */
export function useEditAccess(space: Space, place: ContentPlace): EditAccess {
  const status = useChangeRequest(place).data?.status;
  if (!space.permissions.edit || place.revision !== undefined) return "read";
  if (place.changeRequest === undefined) return space.editMode === "live" ? "edit" : "propose";
  return status === "draft" || status === "open" ? "edit" : "read";
}

export type ContentChange = Body<"POST /spaces/:spaceId/content">["changes"][number];
export type UpdatePage = Extract<ContentChange, { operation: "update_page" }>;

interface ContentOutcome {
  /** The head of the content after the changes. */
  readonly revision: string;
  /** The ids of the inserted, updated and deleted pages. */
  readonly pages: readonly string[];
  readonly files: readonly File[];
}

/** Sends changes of the content as one batch. */
export async function sendChanges(
  { space: spaceId, changeRequest }: ContentPlace,
  changes: ContentChange[],
): Promise<ContentOutcome> {
  const body = { changes };
  if (changeRequest === undefined)
    return outcomeOf(await call("POST /spaces/:spaceId/content", { spaceId }, { body }));
  const reply = await call(
    "POST /spaces/:spaceId/change-requests/:changeRequestId/content",
    { spaceId, changeRequestId: changeRequest },
    { body, query: { compat: false } },
  );
  return "changeRequest" in reply
    ? outcomeOf({ ...reply, revision: reply.changeRequest.revision })
    : { revision: reply.revision, pages: [], files: [] };
}

function outcomeOf({
  revision,
  changes,
  insertedFiles,
}: {
  readonly revision: string;
  readonly changes: readonly { readonly page: unknown }[];
  readonly insertedFiles: readonly File[];
}): ContentOutcome {
  const pages = changes.map(({ page }) => (typeof page === "string" ? page : (page as { id: string }).id));
  return { revision, pages, files: insertedFiles };
}

/** Loads again what is shown of the content. */
export function refreshContent(place: ContentPlace): void {
  refresh(apiPathOf(place));
}

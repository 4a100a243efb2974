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
import { contentParams, contentPath } from "../../editor/content-source.ts";

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

/** The path that shows the first page of the content. That of a change request itself is its overview. */
export function pathOfFirstPage(place: ContentPlace): string {
  return place.changeRequest === undefined ? pathOfContent(place) : `${pathOfContent(place)}/content`;
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

/** The path of operations that read the content. */
function readPath(place: ContentPlace) {
  return place.revision === undefined ? contentPath(place) : "/spaces/:spaceId/revisions/:revisionId";
}

function readParams<Others extends object>(place: ContentPlace, others: Others) {
  return { ...contentParams(place), revisionId: place.revision ?? "", ...others };
}

/** The query of the list of all pages. Its first reply is short, so that a long list begins as early as a short one. */
export const pageListQuery = { limit: 1000 };
const pageListOptions = { all: true, first: 100 };

/** All pages of the content in the order of its tree. The first of them are there before the others are loaded. */
export function useStoredPages(place: ContentPlace): ListState<ListedPage> {
  return useList(`GET ${readPath(place)}/page-titles`, readParams(place, {}), pageListQuery, pageListOptions);
}

export function usePageHtml(place: ContentPlace, pageId: string | undefined): QueryState<PageHtml> {
  return useQuery(
    `GET ${readPath(place)}/page/:pageId/html`,
    pageId === undefined ? undefined : readParams(place, { pageId }),
  );
}

/** Reads a page with all its settings and its Markdown. */
export function readPage(place: ContentPlace, pageId: string): Promise<Page> {
  return call(`GET ${readPath(place)}/page/:pageId`, readParams(place, { pageId }));
}

/** Finds mistakes in the Markdown of a page. */
export async function checkMarkdown(
  place: ContentPlace,
  page: string,
  markdown: string,
): Promise<readonly MarkdownProblem[]> {
  const body = { markdown, page };
  return (await call(`POST ${contentPath(place)}/check`, contentParams(place), { body })).problems;
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
  const { space, changeRequest } = place;
  // Who removes a conflict from a page has settled it.
  const conflicts =
    changeRequest === undefined ? [] : [`/spaces/${space}/change-requests/${changeRequest}/conflicts`];
  refresh(apiPathOf(place), ...conflicts);
}

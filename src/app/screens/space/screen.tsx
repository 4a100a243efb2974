import { faBars } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { usePageComments } from "../../comments/use-page-comments.ts";
import type { ListedPage, PageHtml, Space } from "../../data/api-types.ts";
import { type ListState, type QueryState, useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { place as currentPlace } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { ContentBanner } from "./banner.tsx";
import { isDraft, usePages } from "./change-tree.ts";
import { type ContentPlace, useEditAccess, usePageHtml } from "./content-place.ts";
import { EmptySpace } from "./empty.tsx";
import { Page } from "./page.tsx";
import { PagePanel } from "./panel.tsx";
import { useSpaceActions } from "./space-actions.ts";
import { PageTree } from "./tree.tsx";
import { typedTitle } from "./typed-title.ts";

interface SpaceParams {
  readonly space: string;
  readonly page?: string;
  readonly revision?: string;
  readonly changeRequest?: string;
}

/** A space with its pages: the primary content, a revision or a change request. */
export function Screen({ space: spaceId, page: chosen, revision, changeRequest }: SpaceParams) {
  const place: ContentPlace = { space: spaceId, revision, changeRequest };
  const space = useQuery("GET /spaces/:spaceId", { spaceId });
  const pages = usePages(place);
  const firstPage = pages.data?.find(({ id, type }) => type === "document" && !isDraft(id));
  const pageId = chosen ?? firstPage?.id;
  const page = usePageHtml(place, pageId);
  useEffect(() => {
    if (space.data) setOrganization(space.data.organization);
  }, [space.data?.organization]);
  return (
    <Loaded query={space}>
      {(data) => (
        <SpaceContent space={data} place={place} pages={pages} page={page} pageId={pageId} chosen={chosen} />
      )}
    </Loaded>
  );
}

interface SpaceContentProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly pages: ListState<ListedPage>;
  readonly page: QueryState<PageHtml>;
  /** The page that is shown: the one in the address, else the first. */
  readonly pageId: string | undefined;
  readonly chosen: string | undefined;
}

function SpaceContent({ space, place, pages, page, pageId, chosen }: SpaceContentProps) {
  const [isTreeOpen, setTreeOpen] = useState(false);
  const { path } = currentPlace.value;
  useEffect(() => setTreeOpen(false), [path]);
  // The title of a new page is typed in the tree.
  const isTyping = typedTitle.value !== undefined;
  useEffect(() => {
    if (isTyping) setTreeOpen(true);
  }, [isTyping]);
  const access = useEditAccess(space, place);
  useSpaceActions(space, place, pageId);
  const { comments, query } = usePageComments(
    space,
    place,
    page.data?.type === "document" ? pageId : undefined,
  );

  const isEmpty = pageId === undefined && pages.isComplete;
  return (
    <div class="space-screen" data-tree={isTreeOpen ? "open" : undefined}>
      <PageTree
        space={space}
        place={place}
        access={access}
        pages={pages}
        pageId={pageId}
        ancestors={page.data?.id === pageId ? page.data?.ancestors : undefined}
      />
      <div class="page-column">
        <div class="page-bar">
          <Button icon={faBars} aria-expanded={isTreeOpen} onClick={() => setTreeOpen(!isTreeOpen)}>
            {words.reading.pages}
          </Button>
        </div>
        <ContentBanner space={space} place={place} pageId={chosen} page={page.data} />
        {isEmpty && <EmptySpace space={space} place={place} access={access} />}
        {!isEmpty && (
          <Loaded query={pageId === undefined ? { isLoading: true, ...failureOf(pages.error) } : page}>
            {(data) => (
              <Page
                key={data.id}
                space={space}
                place={place}
                access={access}
                page={data}
                pages={pages.data ?? []}
                comments={comments}
              />
            )}
          </Loaded>
        )}
      </div>
      {!isEmpty && page.data && (
        <PagePanel space={space} place={place} page={page.data} comments={comments} query={query} />
      )}
    </div>
  );
}

function failureOf<E>(error: E | undefined) {
  return error === undefined ? {} : { error };
}

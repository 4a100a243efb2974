import { useEffect } from "preact/hooks";
import type { PageRevision, User } from "../../data/api-types.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { pathOfUrl, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Avatar, Time } from "../../parts/small.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import type { ContentPlace } from "./content-place.ts";
import { writersOf } from "./writers.ts";

/** The revisions of the primary content that changed a page, and who made them. */
export function PageHistory({ place, pageId }: { readonly place: ContentPlace; readonly pageId: string }) {
  const texts = words.reading.history;
  const history = useList("GET /spaces/:spaceId/content/page/:pageId/revisions", {
    spaceId: place.space,
    pageId,
  });
  const { data, error, isComplete, isLoading, loadMore } = history;
  // A reply compares a limited number of revisions, none of which may have changed the page.
  const isSearching = data?.length === 0 && !isComplete && !isLoading && error === undefined;
  useEffect(() => {
    if (isSearching) loadMore();
  });
  if (data === undefined) return error ? <Failure error={error} /> : <Skeleton lines={4} />;
  if (data.length === 0 && isComplete) return <p class="hint">{texts.none}</p>;
  const writers = writersOf(data);
  return (
    <>
      <ol class="history">
        {data.map((revision, i) => (
          <li key={revision.revision}>
            <Entry revision={revision} isCurrent={revision.revision === place.revision} />
            <Comparisons space={place.space} pageId={pageId} revision={revision} isLatest={i === 0} />
          </li>
        ))}
      </ol>
      {!isComplete && (
        <Button kind="quiet" disabled={isLoading} onClick={loadMore}>
          {texts.earlier}
        </Button>
      )}
      {writers.length > 0 && (
        <section class="panel-section" aria-label={texts.writers}>
          <h3>{texts.writers}</h3>
          <ul class="writers">
            {writers.map(({ user, count }) => (
              <li key={user.id}>
                <Avatar name={user.displayName} url={user.photoURL} />
                <span class="row-title">{user.displayName}</span>
                <span class="hint">{texts.edits(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Entry({ revision, isCurrent }: { readonly revision: PageRevision; readonly isCurrent: boolean }) {
  const texts = words.reading.history;
  const { change, createdAt, createdBy, mergedFrom, urls } = revision;
  const user: User | undefined = mergedFrom?.createdBy ?? createdBy;
  const content = (
    <>
      <Avatar name={user?.displayName ?? ""} url={user?.photoURL} />
      <span class="row-main">
        <span class="row-title">{texts.changes[change]}</span>
        {mergedFrom && <span class="row-note">{texts.merged(mergedFrom.number, mergedFrom.subject)}</span>}
        <span class="row-note">
          {user?.displayName ?? texts.someone} · <Time at={createdAt} />
        </span>
      </span>
    </>
  );
  // A deleted page is not in its revision.
  if (change === "deleted") return <span class="history-entry">{content}</span>;
  return (
    <a
      class="history-entry"
      href={urlOf(`${pathOfUrl(urls.app) ?? "/"}?panel=history`)}
      aria-current={isCurrent ? "page" : undefined}
    >
      {content}
    </a>
  );
}

/** Leads to what a revision changed in the page, and to what was changed since. */
function Comparisons({
  space: spaceId,
  pageId,
  revision: { revision },
  isLatest,
}: {
  readonly space: string;
  readonly pageId: string;
  readonly revision: PageRevision;
  readonly isLatest: boolean;
}) {
  const current = useQuery("GET /spaces/:spaceId", { spaceId }).data?.revision;
  const pathOf = (id: string) => `/spaces/${spaceId}/revisions/${id}/changes`;
  return (
    <span class="history-comparisons">
      <a href={urlOf(`${pathOf(revision)}?page=${pageId}`)}>{words.changes.withPrevious}</a>
      {!isLatest && current !== undefined && (
        <a href={urlOf(`${pathOf(current)}?since=${revision}&page=${pageId}`)}>{words.changes.withCurrent}</a>
      )}
    </span>
  );
}

import type { PageHtml, PageRevision, Space } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { useList } from "../../data/queries.ts";
import { authorOf } from "../../history/describe.ts";
import { openRestore } from "../../history/restore.tsx";
import { pathOfUrl, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Avatar, Time } from "../../parts/small.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import type { ContentPlace } from "./content-place.ts";
import { writersOf } from "./writers.ts";

const texts = words.reading.history;

interface PageHistoryProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly page: PageHtml;
}

/** The revisions of the primary content that changed a page, and who made them. */
export function PageHistory({ space, place, page }: PageHistoryProps) {
  const history = useList(
    "GET /spaces/:spaceId/content/page/:pageId/revisions",
    { spaceId: place.space, pageId: page.id },
    { limit: 50 },
  );
  const { data, error, isComplete, isLoading, loadMore } = history;
  if (data === undefined) return error ? <Failure error={error} /> : <Skeleton lines={4} />;
  if (data.length === 0) return <p class="hint">{texts.none}</p>;
  return (
    <>
      <p class="history-links">
        {page.type === "document" && (
          <a href={urlOf(`/spaces/${place.space}/pages/${page.id}?authors&panel=history`)}>
            {words.history.authors.title}
          </a>
        )}
        <a href={urlOf(`/spaces/${place.space}/history?page=${page.id}`)}>{words.history.allOfPage}</a>
      </p>
      <ol class="history">
        {data.map((revision, i) => (
          <li key={revision.revision}>
            <Entry revision={revision} isCurrent={revision.revision === place.revision} />
            <Actions space={space} page={page} revision={revision} isLatest={i === 0} />
          </li>
        ))}
      </ol>
      {!isComplete && (
        <Button kind="quiet" disabled={isLoading} onClick={loadMore}>
          {texts.earlier}
        </Button>
      )}
      <Writers revisions={data} />
    </>
  );
}

function Writers({ revisions }: { readonly revisions: readonly PageRevision[] }) {
  const writers = writersOf(revisions);
  if (writers.length === 0) return null;
  return (
    <section class="panel-section" aria-label={texts.writers}>
      <h2>{texts.writers}</h2>
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
  );
}

function Entry({ revision, isCurrent }: { readonly revision: PageRevision; readonly isCurrent: boolean }) {
  const { change, createdAt, kind, mergedFrom, restored, urls } = revision;
  const user = authorOf(revision);
  const isNamed = kind === "import" || kind === "restore";
  const content = (
    <>
      <Avatar name={user?.displayName ?? ""} url={user?.photoURL} />
      <span class="row-main">
        <span class="row-title">{isNamed ? words.history.kinds[kind] : texts.changes[change]}</span>
        {mergedFrom && <span class="row-note">{texts.merged(mergedFrom.number, mergedFrom.subject)}</span>}
        {restored?.createdAt !== undefined && (
          <span class="row-note">{words.history.restoredTo(formatDate(restored.createdAt))}</span>
        )}
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

interface ActionsProps {
  readonly space: Space;
  readonly page: PageHtml;
  readonly revision: PageRevision;
  readonly isLatest: boolean;
}

/** Leads to what a revision changed in the page and to what was changed since, and restores the page. */
function Actions({ space, page, revision: { revision, createdAt, change }, isLatest }: ActionsProps) {
  const path = `/spaces/${space.id}/revisions`;
  return (
    <span class="history-comparisons">
      <a href={urlOf(`${path}/${revision}/changes?page=${page.id}`)}>{words.history.whatItChanged}</a>
      {!isLatest && (
        <a href={urlOf(`${path}/now/changes?since=${revision}&page=${page.id}`)}>{words.history.withNow}</a>
      )}
      {!isLatest && change !== "deleted" && space.permissions.edit && (
        <button
          type="button"
          class="link-button"
          onClick={() =>
            openRestore({ space, revision, createdAt, page: { id: page.id, title: page.title } })
          }
        >
          {words.history.restore.action}
        </button>
      )}
    </span>
  );
}

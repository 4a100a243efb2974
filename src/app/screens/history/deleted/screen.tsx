import { faTrash } from "@fortawesome/free-solid-svg-icons";
import type { DeletedPage, Space } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { mayRestoreAtOnce, openRestore, restoreAtOnce } from "../../../history/restore.tsx";
import { pathOfUrl, place, setQuery, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { PagedList } from "../../../parts/paged-list.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { Avatar, Time } from "../../../parts/small.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { HistoryHeader, useHistorySpace } from "../history-header.tsx";

const texts = words.history.deletedPages;
const rowHeight = 57;

/** The deleted pages of a space, which can be looked at and restored. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const space = useHistorySpace(spaceId);
  const search = place.value.query.get("search") ?? "";
  const list = useList(
    "GET /spaces/:spaceId/content/deleted-pages",
    { spaceId },
    { limit: 50, ...(search !== "" && { search }) },
  );
  return (
    <>
      <HistoryHeader spaceId={spaceId} space={space} />
      <div class="toolbar">
        <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
      </div>
      <PagedList
        list={list}
        label={words.history.deleted}
        rowHeight={rowHeight}
        empty={
          search === "" ? (
            <EmptyState icon={faTrash} title={texts.empty} text={texts.emptyText} />
          ) : (
            <EmptyState icon={faTrash} title={words.history.deleted} text={texts.noMatch} />
          )
        }
        row={(page) => <Row page={page} space={space} />}
      />
    </>
  );
}

function Row({ page, space }: { readonly page: DeletedPage; readonly space: Space | undefined }) {
  const { id, title, path, pages, revision, deletedAt, deletedBy, urls } = page;
  const notes = [
    ...(path === undefined ? [] : [`/${path}`]),
    ...(pages > 0 ? [texts.below(pages)] : []),
    texts.by(deletedBy?.displayName ?? words.history.someone),
  ];
  const restore = () => {
    if (space === undefined) return;
    const restoration = { space, revision, createdAt: deletedAt, page: { id, title } };
    if (mayRestoreAtOnce(space)) void restoreAtOnce(restoration, words.history.restore.pageDone(title));
    else openRestore(restoration);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual.
    <div role="listitem">
      <Avatar name={deletedBy?.displayName ?? ""} url={deletedBy?.photoURL} size={28} />
      <div class="row-main">
        <a class="row-title" href={urlOf(pathOfUrl(urls.app) ?? "/")}>
          {title}
        </a>
        <span class="row-note">
          {notes.join(" · ")} · <Time at={deletedAt} />
        </span>
      </div>
      {space?.permissions.edit && (
        <Button aria-label={texts.restoreOf(title)} onClick={restore}>
          {texts.restore}
        </Button>
      )}
    </div>
  );
}

import { faRecycle } from "@fortawesome/free-solid-svg-icons";
import type { ReusableContent } from "../../data/api-types.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 53;

/** The reusable contents of a space. */
export function Screen({ space }: { readonly space: string }) {
  const texts = words.materials.reusableContents;
  const data = useQuery("GET /spaces/:spaceId", { spaceId: space }).data;
  const query = useList(
    "GET /spaces/:spaceId/content/reusable-contents",
    { spaceId: space },
    { limit: 1000 },
    { all: true },
  );
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={data ? [{ label: data.title, href: urlOf(`/spaces/${space}`) }] : []}
      />
      <Loaded query={query}>{(all) => <List space={space} all={all} />}</Loaded>
    </>
  );
}

function List({ space, all }: { readonly space: string; readonly all: readonly ReusableContent[] }) {
  const texts = words.materials.reusableContents;
  const text = place.value.query.get("search") ?? "";
  if (all.length === 0) return <EmptyState icon={faRecycle} title={texts.empty} text={texts.emptyText} />;
  const wanted = text.toLocaleLowerCase();
  const shown = all
    .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => a.title.localeCompare(b.title));
  return (
    <>
      <div class="toolbar">
        <SearchField label={texts.search} value={text} onSearch={(search) => setQuery({ search })} />
      </div>
      {shown.length === 0 ? (
        <p class="hint" role="status">
          {texts.noMatch}
        </p>
      ) : (
        <VirtualList
          class="panel rows"
          attributes={{ role: "list" }}
          items={shown}
          rowHeight={rowHeight}
          keyOf={({ id }) => id}
          row={({ id, title }) => (
            // biome-ignore lint/a11y/useSemanticElements: the list is no ul, since it has elements in place of unseen rows.
            <div role="listitem">
              <Icon of={faRecycle} />
              <a class="row-main row-title" href={urlOf(`/spaces/${space}/reusable-contents/${id}`)}>
                {title}
              </a>
            </div>
          )}
        />
      )}
    </>
  );
}

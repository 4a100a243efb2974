import { faRecycle } from "@fortawesome/free-solid-svg-icons";
import type { ReusableContent } from "../../data/api-types.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { FilteredList } from "../../parts/filtered-list.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
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
  if (all.length === 0) return <EmptyState icon={faRecycle} title={texts.empty} text={texts.emptyText} />;
  return (
    <FilteredList
      items={all.toSorted((a, b) => a.title.localeCompare(b.title))}
      textsOf={({ title }) => [title]}
      label={texts.search}
      noMatch={texts.noMatch}
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
  );
}

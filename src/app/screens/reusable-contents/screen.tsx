import { faRecycle } from "@fortawesome/free-solid-svg-icons";
import type { ReusableContent } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { contentParams, contentPath, type WrittenContent } from "../../editor/content-source.ts";
import { urlOf } from "../../navigation/router.ts";
import { FilteredList } from "../../parts/filtered-list.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { pathOfContent } from "../space/content-place.ts";
import { useContentCrumbs } from "./crumbs.ts";

const rowHeight = 53;

/** The reusable contents of a space or a change request. */
export function Screen(content: WrittenContent) {
  const texts = words.materials.reusableContents;
  const route = `GET ${contentPath(content)}/reusable-contents` as const;
  const query = useList(route, contentParams(content), { limit: 1000 }, { all: true });
  return (
    <>
      <ScreenHeader title={texts.title} crumbs={useContentCrumbs(content)} />
      <Loaded query={query}>{(all) => <List content={content} all={all} />}</Loaded>
    </>
  );
}

interface ListProps {
  readonly content: WrittenContent;
  readonly all: readonly ReusableContent[];
}

function List({ content, all }: ListProps) {
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
          <a class="row-main row-title" href={urlOf(`${pathOfContent(content)}/reusable-contents/${id}`)}>
            {title}
          </a>
        </div>
      )}
    />
  );
}

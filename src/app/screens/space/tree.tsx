import {
  faFileLines,
  faFilter,
  faFolder,
  faFolderPlus,
  faLink,
  faPlus,
  faTrashArrowUp,
} from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { useActions } from "../../data/actions.ts";
import type { ListedPage, PageHtml, Space } from "../../data/api-types.ts";
import { topLevel } from "../../data/library-tree.ts";
import type { ListState } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Emoji } from "../../parts/small.tsx";
import { Failure } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { besidePage } from "./change-tree.ts";
import {
  type ContentPlace,
  type EditAccess,
  pathOfContent,
  pathOfFirstPage,
  reusableContentsOf,
} from "./content-place.ts";
import { openLink } from "./link-dialog.tsx";
import type { PageList } from "./page-list.ts";
import { openTemplates } from "./template-dialog.tsx";
import { Tree } from "./tree-list.tsx";
import { typeNewPage } from "./typed-title.ts";

interface PageTreeProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly access: EditAccess;
  readonly pages: ListState<ListedPage>;
  readonly pageId: string | undefined;
  /** The pages above the open one, which are known before all pages are loaded. */
  readonly ancestors: PageHtml["ancestors"] | undefined;
}

/** The pages of a content, with a filter. */
export function PageTree({ space, place, access, pages, pageId, ancestors }: PageTreeProps) {
  const [filter, setFilter] = useState("");
  const texts = words.reading;
  const list = pages.data ?? [];
  const newPage = () => typeNewPage(place, besidePage(list, pageId));
  useActions(
    access === "edit"
      ? [
          {
            ...{ id: "new-page", label: words.editing.newPage, icon: faPlus, shortcut: "n p", run: newPage },
            group: words.palette.shortcuts.create,
          },
        ]
      : [],
  );
  return (
    <aside class="page-tree" aria-label={texts.pages}>
      <div class="page-tree-top">
        <div class="page-tree-head">
          <a class="page-tree-title" href={urlOf(pathOfFirstPage(place))}>
            <Emoji code={space.emoji} fallback={<Icon of={faFolder} />} />
            <span>{space.title}</span>
          </a>
          {access === "edit" && <AddMenu place={place} pages={list} pageId={pageId} onNewPage={newPage} />}
        </div>
        <label class="page-filter">
          <Icon of={faFilter} />
          <input
            class="input"
            type="search"
            aria-label={texts.filterPages}
            placeholder={texts.filterPages}
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Escape" && setFilter("")}
          />
        </label>
      </div>
      <div class="page-tree-scroll">
        {pages.data !== undefined && (
          <Tree
            key={pathOfContent(place)}
            space={space}
            place={place}
            access={access}
            pages={pages.data}
            pageId={pageId}
            filter={filter}
            ancestors={ancestors}
          />
        )}
        {pages.data === undefined && pages.error && <Failure error={pages.error} />}
      </div>
      <nav class="page-tree-links" aria-label={texts.spaceMenu}>
        <a href={urlOf(`/spaces/${space.id}/change-requests`)}>{words.changeRequests.list.of}</a>
        <a href={urlOf(`/spaces/${space.id}/history`)}>{words.history.title}</a>
        <a href={urlOf(reusableContentsOf(place))}>{texts.reusableContents}</a>
        <a href={urlOf(`/spaces/${space.id}/variables`)}>{texts.variables}</a>
        <a href={urlOf(`/spaces/${space.id}/files`)}>{texts.files}</a>
        <a href={urlOf(`/spaces/${space.id}/comments`)}>{words.comments.label}</a>
        <a href={urlOf(`/spaces/${space.id}/integrations`)}>{words.frame.integrations}</a>
        <a href={urlOf(`/spaces/${space.id}/permissions`)}>{words.permissions.title}</a>
        {space.permissions.admin && <a href={urlOf(`/spaces/${space.id}/rules`)}>{words.mergeRules.title}</a>}
      </nav>
    </aside>
  );
}

interface AddMenuProps {
  readonly place: ContentPlace;
  readonly pages: PageList;
  readonly pageId: string | undefined;
  readonly onNewPage: () => void;
}

function AddMenu({ place, pages, pageId, onNewPage }: AddMenuProps) {
  const texts = words.editing;
  return (
    <Menu
      label={texts.addPage}
      items={[
        { label: texts.newPage, icon: faPlus, shortcut: "n p", onSelect: onNewPage },
        {
          label: texts.newGroup,
          icon: faFolderPlus,
          onSelect: () => typeNewPage(place, { parent: topLevel }, "group"),
        },
        { label: texts.newLink, icon: faLink, onSelect: () => openLink({ place, pages }) },
        {
          label: texts.templates.from,
          icon: faFileLines,
          onSelect: () => openTemplates({ place, pages, destination: besidePage(pages, pageId) }),
        },
        {
          ...{ label: words.history.deleted, icon: faTrashArrowUp, isFirstOfGroup: true },
          href: urlOf(`/spaces/${place.space}/history/deleted`),
        },
      ]}
    >
      <Icon of={faPlus} />
    </Menu>
  );
}

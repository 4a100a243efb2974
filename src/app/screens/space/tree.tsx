import {
  faChevronDown,
  faChevronRight,
  faEyeSlash,
  faFile,
  faFilter,
  faFolder,
  faLink,
} from "@fortawesome/free-solid-svg-icons";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { ListedPage, PageHtml, Space } from "../../data/api-types.ts";
import type { ListState } from "../../data/queries.ts";
import { isShortcutKey } from "../../data/shortcuts.ts";
import { navigate, urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Emoji } from "../../parts/small.tsx";
import { Failure } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfContent, pathOfPage } from "./content-place.ts";
import { ancestorsIn, moveInTree, rowsOf, type TreeRow } from "./tree-rows.ts";

interface PageTreeProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly pages: ListState<ListedPage>;
  readonly pageId: string | undefined;
  /** The pages above the open one, which are known before all pages are loaded. */
  readonly ancestors: PageHtml["ancestors"] | undefined;
}

const rowHeight = 32;

/** The pages of a content, with a filter. */
export function PageTree({ space, place, pages, pageId, ancestors }: PageTreeProps) {
  const [filter, setFilter] = useState("");
  const texts = words.reading;
  return (
    <aside class="page-tree" aria-label={texts.pages}>
      <div class="page-tree-top">
        <a class="page-tree-title" href={urlOf(pathOfContent(place))}>
          <Emoji code={space.emoji} fallback={<Icon of={faFolder} />} />
          <span>{space.title}</span>
        </a>
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
            place={place}
            pages={pages.data}
            pageId={pageId}
            filter={filter}
            ancestors={ancestors}
          />
        )}
        {pages.data === undefined && pages.error && <Failure error={pages.error} />}
      </div>
      <nav class="page-tree-links" aria-label={texts.spaceMenu}>
        <a href={urlOf(`/spaces/${space.id}/files`)}>{texts.files}</a>
        <a href={urlOf(`/spaces/${space.id}/variables`)}>{texts.variables}</a>
        <a href={urlOf(`/spaces/${space.id}/reusable-contents`)}>{texts.reusableContents}</a>
        <a href={urlOf(`/spaces/${space.id}/permissions`)}>{words.permissions.title}</a>
      </nav>
    </aside>
  );
}

interface TreeProps {
  readonly place: ContentPlace;
  readonly pages: readonly ListedPage[];
  readonly pageId: string | undefined;
  readonly filter: string;
  readonly ancestors: PageHtml["ancestors"] | undefined;
}

/** The tree keeps the focus and names its active row, since rows that are not seen do not exist. */
function Tree({ place, pages, pageId, filter, ancestors }: TreeProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState(pageId);
  const known = ancestors?.map((ancestor) => ancestor.id).join() ?? "";

  // The page that is open is visible in the tree.
  useEffect(() => {
    if (pageId === undefined) return;
    setActiveId(pageId);
    const above = known === "" ? ancestorsIn(pages, pageId) : known.split(",");
    setOpened((before) => (above.every((id) => before.has(id)) ? before : new Set([...before, ...above])));
  }, [pageId, known, pages.length > 0]);

  const rows = useMemo(() => rowsOf(pages, opened, filter), [pages, opened, filter]);
  const active = Math.max(
    0,
    rows.findIndex(({ page }) => page.id === activeId),
  );
  const toggle = (page: ListedPage) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(page.id)) after.add(page.id);
      return after;
    });
  const follow = (page: ListedPage) => {
    if (page.type === "group") toggle(page);
    else navigate(pathOfPage(place, page.id));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (event.ctrlKey || event.metaKey || event.altKey || row === undefined) return;
    if (isShortcutKey(event)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      follow(row.page);
      return;
    }
    const move = moveInTree(rows, active, event.key) ?? findByLetter(rows, active, event.key);
    if (move === undefined) return;
    event.preventDefault();
    if ("toggle" in move) toggle(row.page);
    else setActiveId(rows[move.active]?.page.id);
  };

  if (pages.length === 0) return null;
  if (rows.length === 0)
    return (
      <p class="hint page-tree-note" role="status">
        {words.reading.noMatch}
      </p>
    );
  return (
    <VirtualList
      items={rows}
      rowHeight={rowHeight}
      keyOf={({ page }) => page.id}
      shownIndex={active}
      listRef={list}
      class="page-tree-list"
      attributes={{
        role: "tree",
        tabIndex: 0,
        "aria-label": words.reading.pages,
        "aria-activedescendant": rows[active] && `${id}-${rows[active].page.id}`,
      }}
      onKeyDown={onKeyDown}
      row={(row, index) => (
        <Row
          id={`${id}-${row.page.id}`}
          row={row}
          href={urlOf(pathOfPage(place, row.page.id))}
          isCurrent={row.page.id === pageId}
          isActive={index === active}
          onToggle={() => toggle(row.page)}
          onSelect={() => setActiveId(row.page.id)}
        />
      )}
    />
  );
}

/** The next row whose title begins with a letter. */
function findByLetter(rows: readonly TreeRow[], active: number, key: string) {
  if (key.length !== 1) return undefined;
  const letter = key.toLocaleLowerCase();
  const order = rows.map((_, i) => (active + 1 + i) % rows.length);
  const found = order.find((i) => rows[i]?.page.title.toLocaleLowerCase().startsWith(letter));
  return found === undefined ? undefined : { active: found };
}

interface RowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly onSelect: () => void;
}

const icons = { document: faFile, group: faFolder, link: faLink };

function Row({ id, row, href, isCurrent, isActive, onToggle, onSelect }: RowProps) {
  const { page, hasChildren, isOpen } = row;
  const texts = words.reading;
  const content = (
    <>
      <span
        class="page-row-toggle"
        aria-hidden="true"
        onClick={(event) => {
          if (!hasChildren) return;
          event.preventDefault();
          event.stopPropagation();
          onToggle();
        }}
      >
        {hasChildren && <Icon of={isOpen ? faChevronDown : faChevronRight} />}
      </span>
      <Emoji code={page.emoji} fallback={<Icon of={icons[page.type]} />} />
      <span class="page-row-title">{page.title}</span>
      {(page.hidden || page.condition) && (
        <span
          class="page-row-mark"
          title={page.hidden ? texts.hidden : texts.conditionTitle(page.condition ?? "")}
        >
          <Icon of={page.hidden ? faEyeSlash : faFilter} />
          <span class="hidden-text">{page.hidden ? texts.hidden : texts.conditional}</span>
        </span>
      )}
    </>
  );
  const props = {
    id,
    role: "treeitem" as const,
    class: `page-row${isActive ? " is-active" : ""}${page.hidden ? " is-hidden" : ""}`,
    "aria-level": page.depth + 1,
    "aria-selected": isCurrent,
    ...(hasChildren && { "aria-expanded": isOpen }),
    style: { paddingInlineStart: `${4 + Math.min(page.depth, 12) * 14}px` },
    tabIndex: -1,
  };
  if (page.type === "group")
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
      // biome-ignore lint/a11y/noStaticElementInteractions: its role is in the properties.
      <div
        {...props}
        onClick={() => {
          onSelect();
          onToggle();
        }}
      >
        {content}
      </div>
    );
  return (
    <a {...props} href={href} onClick={onSelect}>
      {content}
    </a>
  );
}

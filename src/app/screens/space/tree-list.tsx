import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { ListedPage, PageHtml, Space } from "../../data/api-types.ts";
import { navigate } from "../../navigation/router.ts";
import { openActiveRowMenu } from "../../parts/menu.tsx";
import { useDrag } from "../../parts/tree/drag.ts";
import { handleTreeKey } from "../../parts/tree/keys.ts";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";
import { insertPage, movePage, renamePage, tryInsert } from "./change-tree.ts";
import { type ContentPlace, type EditAccess, pathOfContent, pathOfPage } from "./content-place.ts";
import { readOpened, setOpened } from "./opened-pages.ts";
import { isPossibleMove, type PageList, stepDestination, withBranch } from "./page-list.ts";
import { removePage } from "./tree-menu.ts";
import { PageRow } from "./tree-row.tsx";
import { ancestorsIn, rowsOf } from "./tree-rows.ts";
import { newRowId, rememberCreated, type TypedTitle, typedTitle, typeRename } from "./typed-title.ts";

interface TreeProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly access: EditAccess;
  readonly pages: PageList;
  readonly pageId: string | undefined;
  readonly filter: string;
  readonly ancestors: PageHtml["ancestors"] | undefined;
}

/** Rows are higher where they are touched. */
const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 32;

/** The tree keeps the focus and names its active row, since rows that are not seen do not exist. */
export function Tree({ space, place, access, pages, pageId, filter, ancestors }: TreeProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const opened = readOpened(place);
  const [activeId, setActiveId] = useState(pageId);
  const typed = useTypedTitle(place);
  const setOpen = (ids: readonly string[], isOpen: boolean) => setOpened(place, ids, isOpen);

  useOpenPage(pages, pageId, ancestors, (above) => {
    setActiveId(pageId);
    setOpen(above, true);
  });
  const shown = useMemo(() => withTypedRow(pages, typed), [pages, typed]);
  const rows = useMemo(() => {
    const parent = typed?.kind === "new" ? typed.destination.parent : undefined;
    const open = parent === undefined ? opened : new Set([...opened, ...ancestorsIn(pages, parent), parent]);
    return rowsOf(shown, open, typed?.kind === "new" ? "" : filter);
  }, [shown, opened, filter, typed]);
  const typedRow = typed?.kind === "new" ? newRowId : typed?.id;
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === (typedRow ?? activeId)),
  );
  const pageOf = (wanted: string) => pages.find((page) => page.id === wanted);
  const move = (moved: string, destination: Parameters<typeof movePage>[3]) => {
    const page = pageOf(moved);
    if (page === undefined) return;
    setActiveId(moved);
    void movePage(place, pages, page, destination);
  };
  const drag = useDrag({
    isPossible: (moved, destination) => isPossibleMove(pages, moved, destination),
    move,
    open: (row) => setOpen([row], true),
  });
  const endTyping = async (text: string | undefined) => {
    typedTitle.value = undefined;
    list.current?.focus({ preventScroll: true });
    const title = text?.trim() ?? "";
    if (typed === undefined || title === "") return;
    const created = await saveTyped(place, pages, typed, title);
    if (created !== undefined) setActiveId(created);
    if (typed.kind === "new") setOpen([typed.destination.parent], true);
  };
  const follow = (row: string) => {
    const page = pageOf(row);
    if (page?.type === "group") setOpen([row], !opened.has(row));
    else if (page) navigate(pathOfPage(place, row));
  };
  const menuInput = (page: ListedPage) => ({ space, place, pages, page, access, openPage: pageId });

  if (rows.length === 0)
    return pages.length === 0 ? null : (
      <p class="hint page-tree-note" role="status">
        {words.reading.noMatch}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pages can be moved with the keyboard too.
    <div class="page-tree-drop" onDragOver={drag.onDragOverEnd} onDrop={drag.onDrop}>
      <VirtualList
        items={rows}
        rowHeight={rowHeight}
        keyOf={(row) => row.id}
        shownIndex={active}
        listRef={list}
        class="page-tree-list"
        attributes={{
          role: "tree",
          tabIndex: 0,
          "aria-label": words.reading.pages,
          "aria-activedescendant": rows[active] && `${id}-${rows[active].id}`,
          onContextMenu: (event) => openActiveRowMenu(event, `${id}-${rows[active]?.id}`),
        }}
        onKeyDown={(event) =>
          handleTreeKey(event, {
            entries: rows,
            activeId: rows[active]?.id,
            setActive: setActiveId,
            setOpen,
            follow,
            ...(access === "edit" && {
              move: (row, step) => {
                const destination = stepDestination(pages, row, step);
                if (destination && isPossibleMove(pages, row, destination)) move(row, destination);
              },
              act: ({ key }, row) => {
                const page = pageOf(row);
                if (page === undefined || (key !== "F2" && key !== "Delete")) return false;
                if (key === "F2") typeRename(place, page);
                else {
                  const next = rows[active + 1] ?? rows[active - 1];
                  if (next) setActiveId(next.id);
                  void removePage(menuInput(page));
                }
                return true;
              },
            }),
          })
        }
        row={(row, index) => (
          <PageRow
            id={`${id}-${row.id}`}
            row={row}
            menu={menuInput(row.page)}
            isCurrent={row.id === pageId}
            isActive={index === active}
            typed={row.id === typedRow ? typed : undefined}
            onTyped={endTyping}
            onToggle={() => setOpen([row.id], !row.isOpen)}
            onSelect={() => setActiveId(row.id)}
            drag={drag}
          />
        )}
      />
    </div>
  );
}

function useTypedTitle(place: ContentPlace): TypedTitle | undefined {
  const typed = typedTitle.value;
  return typed?.content === pathOfContent(place) ? typed : undefined;
}

/** The page that is open is visible in the tree: calls back with the pages above it. */
function useOpenPage(
  pages: PageList,
  pageId: string | undefined,
  ancestors: PageHtml["ancestors"] | undefined,
  show: (above: readonly string[]) => void,
): void {
  const known = ancestors?.map(({ id }) => id).join() ?? "";
  useEffect(() => {
    if (pageId === undefined) return;
    show(known === "" ? ancestorsIn(pages, pageId) : known.split(","));
  }, [pageId, known, pages.length > 0]);
}

function withTypedRow(pages: PageList, typed: TypedTitle | undefined): PageList {
  if (typed?.kind !== "new") return pages;
  const row = { id: newRowId, title: "", type: typed.type, depth: 0 };
  return withBranch(pages, [row], typed.destination);
}

/** Creates or renames a page. The result is the id of a new one. A new page is opened, so that its text can be written. */
async function saveTyped(
  place: ContentPlace,
  pages: PageList,
  typed: TypedTitle,
  title: string,
): Promise<string | undefined> {
  if (typed.kind === "rename") {
    const page = pages.find(({ id }) => id === typed.id);
    if (page) await renamePage(place, page, title);
    return undefined;
  }
  const { type, destination } = typed;
  const id = await tryInsert(() => insertPage(place, pages, { type, title }, destination));
  if (id !== undefined && type === "document") {
    rememberCreated(id);
    navigate(pathOfPage(place, id));
  }
  return id;
}

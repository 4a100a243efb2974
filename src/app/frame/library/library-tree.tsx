import { faFileImport, faFolderPlus, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Organization } from "../../data/api-types.ts";
import { readOpen, setOpen, useLibrary } from "../../data/library.ts";
import { ancestorsOf, isPossibleMove, type Library, remainingRow, rowsOf } from "../../data/library-tree.ts";
import { matchPath } from "../../navigation/match.ts";
import { place } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { useDrag } from "../../parts/tree/drag.ts";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";
import { openImport } from "../open-runs.ts";
import { openNewItem } from "./item-dialogs.tsx";
import { handleLibraryKey } from "./library-keys.ts";
import { moveTo } from "./move.ts";
import { TreeRow } from "./tree-row.tsx";

/** Rows are higher where they are touched. */
const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 32;

/** The collections and spaces of an organization. */
export function LibraryTree({ organization }: { readonly organization: Organization }) {
  const { library, error } = useLibrary(organization.id);
  return (
    <section class="library" aria-label={words.frame.library}>
      <div class="library-heading">
        <h2 class="sidebar-heading">{words.frame.library}</h2>
        {organization.permissions.createContent && <AddMenu organization={organization} />}
      </div>
      {library === undefined && !error && <Skeleton lines={6} />}
      {error && <p class="hint">{words.errors.failedTitle}</p>}
      {library?.byId.size === 0 && <p class="hint">{words.frame.emptyLibrary}</p>}
      {library && library.byId.size > 0 && <Tree library={library} organization={organization} />}
    </section>
  );
}

function AddMenu({ organization }: { readonly organization: Organization }) {
  const texts = words.frame;
  return (
    <Menu
      label={texts.addToLibrary}
      items={[
        {
          label: texts.newSpace,
          icon: faPlus,
          shortcut: "n s",
          onSelect: () => openNewItem({ kind: "space", organization }),
        },
        {
          label: texts.newCollection,
          icon: faFolderPlus,
          shortcut: "n c",
          onSelect: () => openNewItem({ kind: "collection", organization }),
        },
        {
          label: texts.import,
          icon: faFileImport,
          shortcut: "n i",
          onSelect: () => openImport(organization),
        },
      ]}
    >
      <Icon of={faPlus} />
    </Menu>
  );
}

/** The id of the space or collection whose screen is shown. */
function currentItem(): string | undefined {
  const path = `${place.value.path}/`;
  return (
    matchPath("/spaces/:space/*", path)?.space ?? matchPath("/collections/:collection/*", path)?.collection
  );
}

function Tree({ library, organization }: { readonly library: Library; readonly organization: Organization }) {
  const id = useId();
  const current = currentItem();
  const open = readOpen(organization.id);
  const rows = useMemo(() => {
    const ids = new Set(open);
    return rowsOf(library, (collection) => ids.has(collection));
  }, [library, open]);
  const [chosen, setActive] = useState<string>();
  const before = useRef(rows);
  if (rows.some(({ item }) => item.id === chosen)) before.current = rows;
  const [activeId = rows[0]?.item.id] = [chosen, current].flatMap((item) =>
    item === undefined ? [] : (remainingRow(library, rows, before.current, item) ?? []),
  );
  const drag = useDrag({
    isPossible: (item, destination) => isPossibleMove(library, item, destination),
    move: (dragged, destination) => {
      const item = library.byId.get(dragged);
      if (item) void moveTo(library, item, destination);
    },
    open: (item) => setOpen(organization.id, [item], true),
  });

  // The item of the screen is shown, whatever is closed.
  useEffect(() => {
    if (current === undefined) return;
    const item = library.byId.get(current);
    const shown = ancestorsOf(library, current).map((ancestor) => ancestor.id);
    if (item?.object === "collection") shown.push(current);
    if (shown.length > 0) setOpen(organization.id, shown, true);
    setActive(current);
  }, [current, library.byId.has(current ?? "")]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: items can be moved with the keyboard too.
    <div class="library-drop" onDragOver={drag.onDragOverEnd} onDrop={drag.onDrop}>
      <VirtualList
        items={rows}
        rowHeight={rowHeight}
        keyOf={({ item }) => item.id}
        shownIndex={rows.findIndex(({ item }) => item.id === activeId)}
        attributes={{
          role: "tree",
          tabIndex: 0,
          "aria-label": words.frame.library,
          "aria-activedescendant": activeId === undefined ? undefined : `${id}-${activeId}`,
        }}
        class="library-tree"
        onKeyDown={(event) => handleLibraryKey(event, { library, organization, rows, activeId, setActive })}
        row={(row) => (
          <TreeRow
            key={row.item.id}
            id={`${id}-${row.item.id}`}
            row={row}
            library={library}
            organization={organization}
            isCurrent={row.item.id === current}
            isActive={row.item.id === activeId}
            onActivate={() => setActive(row.item.id)}
            drag={drag}
          />
        )}
      />
    </div>
  );
}

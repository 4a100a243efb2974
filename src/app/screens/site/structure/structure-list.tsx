import { signal } from "@preact/signals";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import type { Site, SiteSpace } from "../../../data/api-types.ts";
import type { Destination } from "../../../data/library-tree.ts";
import { setQuery } from "../../../navigation/router.ts";
import { openActiveRowMenu } from "../../../parts/menu.tsx";
import { useDrag } from "../../../parts/tree/drag.ts";
import { handleTreeKey } from "../../../parts/tree/keys.ts";
import { VirtualList } from "../../../parts/virtual-list.tsx";
import { words } from "../../../words/index.ts";
import { movePart, type SiteRef } from "./change-structure.ts";
import { mayMove } from "./confirm-move.tsx";
import { openRemoval } from "./removal-dialog.tsx";
import { StructurePartRow } from "./structure-row.tsx";
import { isOpenAtFirst, rowsOf } from "./structure-rows.ts";
import { isPossibleMove, type StructureTree, stepDestination } from "./structure-tree.ts";

interface StructureListProps {
  readonly site: Site;
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
  readonly stored: StructureTree | undefined;
  readonly filter: string;
  readonly onAddVariants: (section: string, title: string) => void;
  readonly onReplaceSpace: (variant: SiteSpace) => void;
}

/** Rows are higher where they are touched. */
const rowHeight = matchMedia("(pointer: coarse)").matches ? 52 : 44;

/** Whether parts are open, where that differs from the beginning. It is remembered as long as the workspace is open. */
const toggled = signal<ReadonlyMap<string, boolean>>(new Map());

/** The tree keeps the focus and names its active row, since rows that are not seen do not exist. */
export function StructureList(props: StructureListProps) {
  const { site, siteRef, tree, stored, filter, onAddVariants, onReplaceSpace } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const texts = words.siteStructure;
  const mayChange = site.permissions.create;
  const isOpen = (part: string) => toggled.value.get(part) ?? isOpenAtFirst(tree, part);
  const setOpen = (ids: readonly string[], open: boolean) => {
    toggled.value = new Map([...toggled.peek(), ...ids.map((part) => [part, open] as const)]);
  };
  const rows = useMemo(() => rowsOf(tree, isOpen, filter), [tree, toggled.value, filter]);
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  );
  const move = async (moved: string, destination: Destination) => {
    if (!(await mayMove(tree, moved, destination))) return;
    setActiveId(moved);
    if (destination.parent !== "") setOpen([destination.parent], true);
    await movePart({ site: siteRef, tree, stored, id: moved, destination });
  };
  const drag = useDrag({
    isPossible: (moved, destination) => mayChange && isPossibleMove(tree, moved, destination),
    move: (moved, destination) => void move(moved, destination),
    open: (part) => setOpen([part], true),
  });
  const edit = (part: string) => setQuery({ edit: part });
  const remove = (removed: string) => {
    const part = tree.parts.get(removed);
    if (part) openRemoval({ site, siteRef, tree, part });
  };
  if (rows.length === 0)
    return (
      <p class="hint" role="status">
        {texts.noMatch}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: parts can be moved with the keyboard too.
    <div class="panel structure" onDragOver={drag.onDragOverEnd} onDrop={drag.onDrop}>
      <VirtualList
        items={rows}
        rowHeight={rowHeight}
        keyOf={(row) => row.id}
        shownIndex={activeId === undefined ? -1 : active}
        listRef={list}
        class="structure-tree"
        attributes={{
          role: "tree",
          tabIndex: 0,
          "aria-label": texts.tree,
          "aria-activedescendant": rows[active] && `${id}-${rows[active].id}`,
          onContextMenu: (event) => openActiveRowMenu(event, `${id}-${rows[active]?.id}`),
        }}
        onKeyDown={(event) =>
          handleTreeKey(event, {
            entries: rows,
            activeId: rows[active]?.id,
            setActive: setActiveId,
            setOpen,
            follow: edit,
            ...(mayChange && {
              move: (row, step) => {
                const destination = stepDestination(tree, row, step);
                if (destination && isPossibleMove(tree, row, destination)) void move(row, destination);
              },
              act: ({ key }, row) => {
                if (key !== "F2" && key !== "Delete") return false;
                if (key === "F2") edit(row);
                else remove(row);
                return true;
              },
            }),
          })
        }
        row={(row, index) => (
          <StructurePartRow
            id={`${id}-${row.id}`}
            row={row}
            rowHeight={rowHeight}
            isActive={index === active}
            menu={{
              ...{ site, siteRef, tree, part: row.part, edit, remove, onAddVariants, onReplaceSpace },
              move: (moved, destination) => void move(moved, destination),
            }}
            onToggle={() => setOpen([row.id], !row.isOpen)}
            onSelect={() => setActiveId(row.id)}
            drag={drag}
          />
        )}
      />
    </div>
  );
}

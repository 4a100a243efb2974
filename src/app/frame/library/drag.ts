import { useRef, useState } from "preact/hooks";
import type { Organization } from "../../data/api-types.ts";
import { pathOfItem, setOpen } from "../../data/library.ts";
import {
  type Destination,
  isPossibleMove,
  type Library,
  type LibraryItem,
  type LibraryRow,
  topLevel,
} from "../../data/library-tree.ts";
import { urlOf } from "../../navigation/router.ts";
import { moveTo } from "./move.ts";

type Zone = "before" | "after" | "inside";

export interface Drag {
  /** Where in a row the dragged item would be dropped. */
  zoneOf(id: string): Zone | undefined;
  onDragStart(event: DragEvent, item: LibraryItem): void;
  onDragOver(event: DragEvent, row: LibraryRow): void;
  /** Below the last row: the end of the top level. */
  onDragOverEnd(event: DragEvent): void;
  onDrop(event: DragEvent): void;
  onDragEnd(): void;
}

/** How long a closed collection is hovered before it opens, in milliseconds. */
const hoverTime = 600;

interface Target {
  readonly id: string;
  readonly zone: Zone;
  readonly destination: Destination;
}

/** Drag and drop of the rows of the tree. */
export function useDrag(library: Library, organization: Organization): Drag {
  const dragged = useRef<LibraryItem | undefined>(undefined);
  const hover = useRef<{ readonly id: string; readonly timer: number } | undefined>(undefined);
  const [target, setTarget] = useState<Target>();

  const stopHover = () => {
    clearTimeout(hover.current?.timer);
    hover.current = undefined;
  };
  const aim = (event: DragEvent, next: Target) => {
    const item = dragged.current;
    if (item === undefined) return;
    if (!isPossibleMove(library, item.id, next.destination)) return setTarget(undefined);
    event.preventDefault();
    if (target?.id !== next.id || target.zone !== next.zone) setTarget(next);
  };
  const end = () => {
    stopHover();
    dragged.current = undefined;
    setTarget(undefined);
  };
  return {
    zoneOf: (id) => (target?.id === id ? target.zone : undefined),
    onDragStart: (event, item) => {
      dragged.current = item;
      const url = new URL(urlOf(pathOfItem(item)), location.href).href;
      event.dataTransfer?.setData("text/uri-list", url);
      event.dataTransfer?.setData("text/plain", url);
    },
    onDragOver: (event, row) => {
      event.stopPropagation();
      if (hover.current?.id !== row.item.id) {
        stopHover();
        const open = () => row.isOpen === false && setOpen(organization.id, [row.item.id], true);
        hover.current = { id: row.item.id, timer: setTimeout(open, hoverTime) };
      }
      const zone = zoneAt(event, row);
      aim(event, { id: row.item.id, zone, destination: destinationIn(row, zone) });
    },
    onDragOverEnd: (event) => aim(event, { id: "", zone: "after", destination: { parent: topLevel } }),
    onDrop: (event) => {
      const item = dragged.current;
      if (item === undefined) return;
      event.preventDefault();
      if (target) void moveTo(library, item, target.destination);
      end();
    },
    onDragEnd: end,
  };
}

/** The upper part of a row is before it, the lower part after it; the middle of a collection is inside. */
function zoneAt({ currentTarget, clientY }: DragEvent, { isOpen }: LibraryRow): Zone {
  const { top, height } = (currentTarget as Element).getBoundingClientRect();
  const part = (clientY - top) / height;
  if (isOpen === undefined) return part < 0.5 ? "before" : "after";
  if (part < 0.25) return "before";
  return part > 0.75 && !isOpen ? "after" : "inside";
}

function destinationIn({ item, parent }: LibraryRow, zone: Zone): Destination {
  return zone === "inside" ? { parent: item.id } : { parent, [zone]: item.id };
}

import { useRef, useState } from "preact/hooks";
import { type Destination, topLevel } from "../../data/library-tree.ts";
import { urlOf } from "../../navigation/router.ts";
import type { TreeEntry } from "./entries.ts";

type Zone = "before" | "after" | "inside";

/** A row on which others can be dropped. */
export interface DropEntry extends TreeEntry {
  /** Whether rows can be dropped into it, or only beside it. */
  readonly canContain: boolean;
}

export interface Drag {
  /** Where in a row the dragged one would be dropped. */
  zoneOf(id: string): Zone | undefined;
  /** The path is that of the dragged row's screen. */
  onDragStart(event: DragEvent, id: string, path: string): void;
  onDragOver(event: DragEvent, entry: DropEntry): void;
  /** Below the last row: the end of the top level. */
  onDragOverEnd(event: DragEvent): void;
  onDrop(event: DragEvent): void;
  onDragEnd(): void;
}

interface DragInput {
  readonly isPossible: (id: string, destination: Destination) => boolean;
  readonly move: (id: string, destination: Destination) => void;
  readonly open: (id: string) => void;
}

/** How long a closed row is hovered before it opens, in milliseconds. */
const hoverTime = 600;

interface Target {
  readonly id: string;
  readonly zone: Zone;
  readonly destination: Destination;
}

/** Drag and drop of the rows of a tree. Browsers scroll it near its edges. */
export function useDrag({ isPossible, move, open }: DragInput): Drag {
  const dragged = useRef<string | undefined>(undefined);
  const hover = useRef<{ readonly id: string; readonly timer: number } | undefined>(undefined);
  const [target, setTarget] = useState<Target>();

  const stopHover = () => {
    clearTimeout(hover.current?.timer);
    hover.current = undefined;
  };
  const aim = (event: DragEvent, next: Target) => {
    if (dragged.current === undefined) return;
    const isSame = target?.id === next.id && target.zone === next.zone;
    if (!isSame && !isPossible(dragged.current, next.destination)) return setTarget(undefined);
    event.preventDefault();
    if (!isSame) setTarget(next);
  };
  const end = () => {
    stopHover();
    dragged.current = undefined;
    setTarget(undefined);
  };
  return {
    zoneOf: (id) => (target?.id === id ? target.zone : undefined),
    onDragStart: (event, id, path) => {
      dragged.current = id;
      const url = new URL(urlOf(path), location.href).href;
      event.dataTransfer?.setData("text/uri-list", url);
      event.dataTransfer?.setData("text/plain", url);
    },
    onDragOver: (event, entry) => {
      event.stopPropagation();
      if (hover.current?.id !== entry.id) {
        stopHover();
        const openLater = () => entry.isOpen === false && open(entry.id);
        hover.current = { id: entry.id, timer: setTimeout(openLater, hoverTime) };
      }
      const zone = zoneAt(event, entry);
      aim(event, { id: entry.id, zone, destination: destinationIn(entry, zone) });
    },
    onDragOverEnd: (event) => aim(event, { id: "", zone: "after", destination: { parent: topLevel } }),
    onDrop: (event) => {
      const id = dragged.current;
      if (id === undefined) return;
      event.preventDefault();
      if (target) move(id, target.destination);
      end();
    },
    onDragEnd: end,
  };
}

/** The upper part of a row is before it, the lower part after it; the middle of a row that can contain others is inside. */
function zoneAt({ currentTarget, clientY }: DragEvent, { isOpen, canContain }: DropEntry): Zone {
  const { top, height } = (currentTarget as Element).getBoundingClientRect();
  const part = (clientY - top) / height;
  if (!canContain) return part < 0.5 ? "before" : "after";
  if (part < 0.25) return "before";
  return part > 0.75 && !isOpen ? "after" : "inside";
}

function destinationIn({ id, parent }: DropEntry, zone: Zone): Destination {
  return zone === "inside" ? { parent: id } : { parent, [zone]: id };
}

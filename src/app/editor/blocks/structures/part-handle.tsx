import type { EditorView } from "prosemirror-view";
import { showFailure } from "../../../data/toasts.ts";
import { MenuList } from "../../../parts/menu.tsx";
import { startDrag } from "../../menus/start-drag.ts";
import { element } from "../../view/elements.ts";
import { openOverlay } from "../../view/open-overlay.ts";
import { type PartPlace, rangeOf } from "./parts.ts";

interface PartHandle {
  readonly view: EditorView;
  readonly className: string;
  /** The accessible name. */
  readonly label: string;
  readonly find: () => PartPlace | undefined;
}

/** The button of a part of a structure: it opens the menu of the part, which can be dragged by it. */
export function partHandle({ view, className, label, find }: PartHandle): HTMLButtonElement {
  const button = element("button", {
    ...{ type: "button", className, ariaLabel: label, title: label, ariaHasPopup: "menu", draggable: true },
    // The menu of each block in the part contains that of the part, so keys need not come by here.
    tabIndex: -1,
  });
  button.contentEditable = "false";
  button.addEventListener("click", () => openPartMenu(view, button, label, find()));
  button.addEventListener("dragstart", (event) => {
    const place = find();
    if (place) startDrag(view, rangeOf(place), event);
  });
  return button;
}

/** Opens the menu of a part at an element. It is loaded then. */
export async function openPartMenu(
  view: EditorView,
  anchor: Element,
  label: string,
  place: PartPlace | undefined,
): Promise<void> {
  const loaded = await import("../../on-demand.ts").catch(showFailure);
  if (place === undefined || !loaded) return;
  const rect = () => (anchor.isConnected ? anchor.getBoundingClientRect() : undefined);
  openOverlay(view, "part-menu", rect, (close) => (
    <MenuList label={label} items={loaded.partMenu(view, place)} onClose={close} />
  ));
}

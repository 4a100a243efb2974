import { faIcons } from "@fortawesome/free-solid-svg-icons";
import type { EditorView } from "prosemirror-view";
import { chooseIcon } from "../../parts/icon-picker/open.ts";
import type { MenuItem } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import { focusAfter } from "./focus-after.ts";
import { changeData } from "./insert-block.ts";

/** The entry that changes the icon of a block. */
export function iconItem(view: EditorView, position: number): MenuItem {
  const choose = () =>
    chooseIcon(({ icon }) => changeData(view, position, { icon: icon === "" ? undefined : icon }), {
      hasEmoji: false,
      onClose: focusAfter(view, () => {}),
    });
  return { label: words.structures.icon, icon: faIcons, onSelect: choose };
}

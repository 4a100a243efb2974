import { keymap } from "prosemirror-keymap";
import type { Plugin } from "prosemirror-state";
import { kinds } from "../all-kinds.ts";
import { highlights } from "../find/highlights.ts";
import { openFind } from "../find/open-find.tsx";
import { viewUpdates } from "../view/view-updates.ts";
import { duplicateBlocks, moveBlocks, onSelectedBlocks } from "./block-commands.ts";
import { leaveContainer, selectMore } from "./editing-keys.ts";
import { leaveByTab } from "./leave-by-tab.ts";
import { placeholder } from "./placeholder.ts";
import { selectionBar } from "./selection-bar.tsx";
import { slashSuggestion } from "./slash.tsx";
import { draggedBlocks } from "./start-drag.ts";
import { suggestionMenu } from "./suggestion-menu.tsx";

/** The menus around the text. Their keys take precedence over those of blocks. */
export const menuPlugins: readonly Plugin[] = [
  viewUpdates,
  suggestionMenu([slashSuggestion(kinds), ...kinds.flatMap(({ suggestions = [] }) => suggestions)]),
  selectionBar(),
  leaveByTab,
  draggedBlocks,
  placeholder,
  highlights,
  keymap({
    "Mod-a": selectMore,
    "Mod-f": openFind,
    Enter: leaveContainer,
    "Mod-d": onSelectedBlocks(duplicateBlocks),
    "Alt-Shift-ArrowUp": onSelectedBlocks(moveBlocks(-1)),
    "Alt-Shift-ArrowDown": onSelectedBlocks(moveBlocks(1)),
  }),
];

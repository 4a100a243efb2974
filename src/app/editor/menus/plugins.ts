import type { Plugin } from "prosemirror-state";
import { kinds } from "../all-kinds.ts";
import { slashSuggestion } from "./slash.tsx";
import { suggestionMenu } from "./suggestion-menu.tsx";

/** The menus around the text. Their keys take precedence over those of blocks. */
export const menuPlugins: readonly Plugin[] = [
  suggestionMenu([slashSuggestion(kinds), ...kinds.flatMap(({ suggestions = [] }) => suggestions)]),
];

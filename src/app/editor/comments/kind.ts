import { faComment } from "@fortawesome/free-solid-svg-icons";
import { chainCommands } from "prosemirror-commands";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { commentOnBlock, commentOnSelection, openThreadAtCaret } from "./anchor-at.ts";
import { commentMarks } from "./comment-marks.ts";

/** Comments on words of the text. */
export const comments: Kind = {
  keys: { "Mod-Alt-m": chainCommands(commentOnSelection, openThreadAtCaret, commentOnBlock) },
  plugins: [commentMarks],
  tools: [
    {
      label: words.comments.comment,
      icon: faComment,
      shortcut: "mod+alt+M",
      run: commentOnSelection,
    },
  ],
};

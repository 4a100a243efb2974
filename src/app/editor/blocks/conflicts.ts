import { faTrash, faTriangleExclamation } from "@fortawesome/free-solid-svg-icons";
import { urlOf } from "../../navigation/router.ts";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { type CardOptions, cardView, removeBlock } from "./card-view.ts";
import { linkCard } from "./link-card.ts";

const texts = words.media.conflict;

/** A notice in the place of both versions. Only contents of change requests have a screen where conflicts are settled. */
const draw: CardOptions["draw"] = (_node, view) => {
  const { space, changeRequest } = contextOf(view.state).content;
  const card = linkCard(faTriangleExclamation, texts.title, texts.note);
  if (changeRequest === undefined) return card;
  const href = urlOf(`/spaces/${space}/change-requests/${changeRequest}/conflicts`);
  card.append(element("a", { href, className: "settle" }, texts.settle));
  return card;
};

/** Conflicts with the primary content, as one block each. */
export const conflicts: Kind = {
  dom: { conflict: () => ["p", texts.title] },
  views: {
    conflict: cardView({
      label: texts.tools,
      className: "conflict",
      draw,
      tools: (_node, view, getPos) => [
        { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
      ],
    }),
  },
};

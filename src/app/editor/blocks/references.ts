import {
  faArrowRight,
  faBook,
  faFileLines,
  faFolder,
  faLink,
  faPaperclip,
  faPenRuler,
  faPuzzlePiece,
  faRotate,
  faShapes,
  faTrash,
  faUser,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import type { Command } from "prosemirror-state";
import { words } from "../../words/index.ts";
import { type FileRef, filesOf, shownAddress } from "../content-files.ts";
import type { Kind } from "../kinds.ts";
import type { Reference } from "../model/references.ts";
import { blockType, schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { changeData, insertAtSelection } from "../view/insert-block.ts";
import { type CardOptions, cardView, removeBlock } from "./card-view.ts";
import { replaceFile } from "./files.ts";
import { linkCard } from "./link-card.ts";

const texts = words.media.reference;

const icons: Readonly<Record<string, IconDefinition>> = {
  page: faFileLines,
  anchor: faFileLines,
  file: faPaperclip,
  space: faBook,
  collection: faFolder,
  user: faUser,
};

const drawReference: CardOptions["draw"] = ({ attrs }, view) => {
  const ref = attrs.data.ref as Reference;
  const note = ref.kind === "anchor" ? `#${ref.anchor}` : ref.kind === "url" ? hostOf(ref.url) : "";
  const card = linkCard(icons[ref.kind] ?? faLink, ref.kind === "url" ? ref.url : words.common.loading, note);
  const title = card.querySelector(".link-card-title");
  contextOf(view.state)
    .names.nameOf(ref)
    .then((name) => title?.replaceChildren(name ?? words.media.missingTarget));
  return card;
};

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

const referenceTools: CardOptions["tools"] = (_node, view, getPos) => [
  {
    label: texts.change,
    icon: faRotate,
    run: async () => {
      const { pickReference } = await import("../on-demand.ts");
      pickReference(view, (ref) => changeData(view, getPos(), { ref }));
    },
  },
  { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
];

const insertReference: Command = (_state, dispatch, view) => {
  if (!dispatch || !view) return true;
  import("../on-demand.ts").then(({ pickReference }) =>
    pickReference(view, (ref) => {
      const tr = insertAtSelection(view.state.tr, schema.node("content_ref", { data: { ref } }));
      if (tr) view.dispatch(tr);
    }),
  );
  return true;
};

const drawDrawing: CardOptions["draw"] = ({ attrs }, view) => {
  const files = filesOf(view.state);
  const ref = attrs.data.ref as FileRef | undefined;
  const source = shownAddress(files.find(ref));
  if (source === undefined) return linkCard(faPenRuler, words.media.blocks.drawing, texts.noDrawing);
  const image = element("img", { src: source, alt: words.media.blocks.drawing, draggable: false });
  return element("div", { className: "images" }, element("figure", {}, image));
};

const drawingTools: CardOptions["tools"] = (_node, view, getPos) => [
  { label: texts.replaceDrawing, icon: faRotate, run: () => replaceFile("drawing", view, getPos) },
  { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
];

const insertDrawing: Command = (state, dispatch) => {
  const tr = insertAtSelection(state.tr, schema.node("drawing"));
  if (tr) dispatch?.(tr);
  return tr !== undefined;
};

const removeOnly: CardOptions["tools"] = (_node, view, getPos) => [
  { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
];

const drawIntegration: CardOptions["draw"] = ({ attrs }) => {
  const { integration, block, url } = attrs.data;
  return linkCard(faPuzzlePiece, `${integration} / ${block}`, url ?? texts.integration);
};

/** A block that the editor does not know, by its type and its text. */
const drawOpaque: CardOptions["draw"] = ({ attrs }: Node) => {
  const { type } = attrs.json as { type: string };
  return linkCard(faShapes, texts.opaque(blockType(type)), texts.opaqueNote);
};

/** Blocks that refer to something else, and blocks that can only be moved and removed. */
export const references: Kind = {
  dom: {
    content_ref: ({ attrs }) => [
      "p",
      ["a", { href: attrs.data.ref?.url ?? "#" }, attrs.data.ref?.url ?? texts.link],
    ],
    drawing: () => ["p", words.media.blocks.drawing],
    integration: ({ attrs }) => ["p", `${attrs.data.integration} / ${attrs.data.block}`],
    opaque_block: () => ["p", texts.opaqueNote],
  },
  views: {
    content_ref: cardView({ label: texts.tools, draw: drawReference, tools: referenceTools }),
    drawing: cardView({ label: words.media.blocks.drawing, draw: drawDrawing, tools: drawingTools }),
    integration: cardView({ label: texts.integration, draw: drawIntegration, tools: removeOnly }),
    opaque_block: cardView({ label: texts.other, draw: drawOpaque, tools: removeOnly }),
  },
  entries: [
    {
      name: words.media.blocks.link,
      keywords: "card reference space file address",
      icon: faArrowRight,
      group: "media",
      insert: insertReference,
    },
    {
      name: words.media.blocks.drawing,
      keywords: "sketch diagram",
      icon: faPenRuler,
      group: "media",
      insert: insertDrawing,
    },
  ],
};

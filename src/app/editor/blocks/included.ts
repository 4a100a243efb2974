import {
  faArrowUpRightFromSquare,
  faClone,
  faLinkSlash,
  faObjectGroup,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { Command } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { call } from "../../data/api.ts";
import { attempt } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { words } from "../../words/index.ts";
import { contentParams, contentPath, pathOfWritten, type WrittenContent } from "../content-source.ts";
import type { Kind } from "../kinds.ts";
import { type Document, withoutKeys } from "../model/document.ts";
import { fromDocument } from "../model/from-document.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { cardView, type GetPosition, removeBlock } from "./card-view.ts";

const texts = words.media.included;

export interface IncludedRef {
  readonly kind: "reusable-content";
  readonly reusableContent: string;
  readonly space?: string;
}

/** The content that a reference leads to: that which is written, or that of another space. */
function sourceOf(content: WrittenContent, { space }: IncludedRef): WrittenContent {
  return space === undefined || space === content.space ? content : { space };
}

async function read(
  content: WrittenContent,
  ref: IncludedRef,
): Promise<{ title: string; document: Document }> {
  const source = sourceOf(content, ref);
  const params = { ...contentParams(source), reusableContentId: ref.reusableContent };
  const path = `GET ${contentPath(source)}/reusable-contents/:reusableContentId` as const;
  const [{ title }, document] = await Promise.all([
    call(path as "GET /spaces/:spaceId/content/reusable-contents/:reusableContentId", params),
    call(
      `${path}/document` as "GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/document",
      params,
    ),
  ]);
  return { title, document: document as Document };
}

/** Shows the text that is included. It is changed where it belongs. */
function drawIncluded(view: EditorView, ref: IncludedRef): HTMLElement {
  const title = element("p", { className: "included-title" }, words.common.loading);
  const body = element("div", { className: "included-text" });
  const { content, createInner } = contextOf(view.state);
  read(content, ref).then(
    ({ title: name, document }) => {
      title.textContent = texts.title(name);
      const inner = createInner({
        place: body,
        doc: fromDocument(document),
        label: name,
        onUpdate: () => {},
      });
      inner.setProps({ editable: () => false, attributes: { class: "document", tabindex: "-1" } });
    },
    () => title.replaceChildren(texts.missing),
  );
  return element("div", { className: "included" }, title, body);
}

const includedView: NodeViewConstructor = cardView({
  label: texts.tools,
  draw: ({ attrs }, view) => drawIncluded(view, attrs.data.ref),
  tools: ({ attrs }, view, getPos) => [
    { label: texts.open, icon: faArrowUpRightFromSquare, run: () => open(view, attrs.data.ref) },
    { label: texts.detach, icon: faLinkSlash, run: () => detach(view, getPos, attrs.data.ref) },
    { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
  ],
});

function open(view: EditorView, ref: IncludedRef): void {
  const source = sourceOf(contextOf(view.state).content, ref);
  navigate(`${pathOfWritten(source)}/reusable-contents/${ref.reusableContent}`);
}

/** Replaces the reference by a copy of what it leads to. */
async function detach(view: EditorView, getPos: GetPosition, ref: IncludedRef): Promise<void> {
  const { content } = contextOf(view.state);
  const done = await attempt(() => read(content, ref));
  const position = getPos();
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (done === undefined || position === undefined || node === null) return;
  const blocks = fromDocument(withoutKeys(done.result.document));
  view.dispatch(
    view.state.tr.replaceWith(position, position + node.nodeSize, blocks.content).scrollIntoView(),
  );
  view.focus();
}

const insertIncluded: Command = (_state, dispatch, view) => {
  if (dispatch && view) import("../on-demand.ts").then(({ pickIncluded }) => pickIncluded(view));
  return true;
};

const makeIncluded: Command = (state, dispatch, view) => {
  if (state.selection.$from.depth === 0 && state.selection.empty) return false;
  if (dispatch && view) import("../on-demand.ts").then(({ makeOfSelection }) => makeOfSelection(view));
  return true;
};

/** Text that several pages include. */
export const included: Kind = {
  dom: { reusable_content: () => ["p", texts.tools] },
  views: { reusable_content: includedView },
  keys: { "Mod-Alt-r": makeIncluded },
  tools: [{ label: words.media.blocks.makeIncluded, icon: faClone, run: makeIncluded }],
  entries: [
    {
      name: words.media.blocks.included,
      keywords: "reusable snippet include synced",
      icon: faObjectGroup,
      group: "other",
      insert: insertIncluded,
    },
  ],
};

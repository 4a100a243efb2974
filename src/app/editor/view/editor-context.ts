import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { TextComments } from "../../data/text-comments.ts";
import type { WrittenContent } from "../content-source.ts";
import type { Overlays } from "./overlays.tsx";
import type { ReferenceNames } from "./reference-names.ts";

/** What views, commands and menus of an editor know of the page that is written. */
export interface EditorContext {
  readonly content: WrittenContent;
  readonly page: string;
  readonly overlays: Overlays;
  readonly names: ReferenceNames;
  /** The comments on the page, if it has any place for them. */
  readonly comments?: TextComments | undefined;
  /** Creates an editor for a text inside of the page, such as a note. */
  readonly createInner: (options: InnerOptions) => EditorView;
}

export interface InnerOptions {
  readonly place: ParentNode;
  readonly doc: Node;
  readonly label: string;
  readonly onUpdate: (view: EditorView, transaction: Transaction) => void;
}

const key = new PluginKey<EditorContext>("context");

export function contextPlugin(context: EditorContext): Plugin {
  return new Plugin({ key, state: { init: () => context, apply: (_, value) => value } });
}

export function contextOf(state: EditorState): EditorContext {
  const context = key.getState(state);
  if (context === undefined) throw new Error("the editor has no context");
  return context;
}

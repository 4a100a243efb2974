import { type EditorState, Plugin, PluginKey } from "prosemirror-state";
import type { WrittenContent } from "../content-source.ts";
import type { Overlays } from "./overlays.tsx";

/** What views, commands and menus of an editor know of the page that is written. */
export interface EditorContext {
  readonly content: WrittenContent;
  readonly page: string;
  readonly overlays: Overlays;
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

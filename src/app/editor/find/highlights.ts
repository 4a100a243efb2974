import { Plugin, PluginKey, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Match } from "./matches.ts";

const key = new PluginKey<DecorationSet>("highlights");

/** Highlights what was found. */
export const highlights = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, before) => {
      const found: { matches: readonly Match[]; current: number } | undefined = tr.getMeta(key);
      if (found === undefined) return tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
      const decorations = found.matches.map(({ from, to }, i) =>
        Decoration.inline(from, to, { class: i === found.current ? "found is-current" : "found" }),
      );
      return DecorationSet.create(tr.doc, decorations);
    },
  },
  props: { decorations: (state) => key.getState(state) },
});

export function setHighlights(tr: Transaction, matches: readonly Match[], current: number): Transaction {
  return tr.setMeta(key, { matches, current }).setMeta("addToHistory", false);
}

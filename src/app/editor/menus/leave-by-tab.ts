import { Plugin, PluginKey } from "prosemirror-state";

const key = new PluginKey<boolean>("leave-by-tab");

/** After Escape, Tab leaves the text, also in code and lists, where it indents. */
export const leaveByTab = new Plugin<boolean>({
  key,
  state: {
    init: () => false,
    apply: (tr, isLeaving) => tr.getMeta(key) ?? (isLeaving && !tr.docChanged && !tr.selectionSet),
  },
  props: {
    handleKeyDown: (view, { key: name }) => {
      if (name === "Escape" && !view.composing) view.dispatch(view.state.tr.setMeta(key, true));
      return false;
    },
    handleDOMEvents: {
      // The browser moves the focus if nothing else handles the key.
      keydown: (view, event) => event.key === "Tab" && key.getState(view.state) === true,
    },
  },
});

import { Plugin } from "prosemirror-state";
import { newKeyPrefix } from "../model/take-over.ts";

/** Gives each new top-level block a key, by which it is found again when it has been saved. Copies of a block get another one. */
export const blockKeys = new Plugin({
  appendTransaction: (transactions, before, { doc, tr }) => {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const known = new Set<string>();
    // An unchanged block keeps its key, even if a copy has been inserted before it.
    const unchanged = new Set(before.doc.children);
    for (const node of doc.children) if (unchanged.has(node)) known.add(node.attrs.key);
    let position = 0;
    for (const node of doc.children) {
      const { key } = node.attrs;
      if (!unchanged.has(node)) {
        if (key === null || known.has(key))
          tr.setNodeAttribute(position, "key", `${newKeyPrefix}${randomId()}`);
        known.add(key);
      }
      position += node.nodeSize;
    }
    return tr.docChanged ? tr.setMeta("addToHistory", false) : null;
  },
});

/** `crypto.randomUUID` exists on secure origins only. */
function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

import { Plugin } from "prosemirror-state";
import { newKeyPrefix } from "../model/take-over.ts";

/** Gives each new top-level block a key, by which it is found again when it has been saved. Copies of a block get another one. */
export const blockKeys = new Plugin({
  appendTransaction: (transactions, before, { doc, tr, plugins }) => {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    // Another change would prevent that Backspace takes back what an input rule has done. The next change brings the key.
    const rules = plugins.find(({ spec }) => spec.isInputRules);
    if (rules && transactions.some((transaction) => transaction.getMeta(rules))) return null;
    const known = new Set<string>();
    // An unchanged block keeps its key, even if a copy has been inserted before it.
    const unchanged = new Set(before.doc.children);
    for (const node of doc.children) if (unchanged.has(node)) known.add(node.attrs.key);
    let position = 0;
    for (const node of doc.children) {
      const { key } = node.attrs;
      // The same node twice is a copy.
      const isCopy = unchanged.has(node) ? !unchanged.delete(node) : known.has(key);
      if (key === null || isCopy) tr.setNodeAttribute(position, "key", `${newKeyPrefix}${randomId()}`);
      known.add(key);
      position += node.nodeSize;
    }
    return tr.docChanged ? tr.setMeta("addToHistory", false) : null;
  },
});

/** `crypto.randomUUID` exists on secure origins only. */
function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

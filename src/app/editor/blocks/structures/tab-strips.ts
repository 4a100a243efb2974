import type { EditorView } from "prosemirror-view";

/** The strip of titles of a block of tabs. */
export interface TabStrip {
  select(index: number): void;
  readonly selected: () => number;
  focus(): void;
  rename(): void;
}

/** The tab strips that are drawn, by the elements of their blocks. */
export const strips = new WeakMap<globalThis.Node, TabStrip>();

export function stripAt(view: EditorView, position: number): TabStrip | undefined {
  const dom = view.nodeDOM(position);
  return dom ? strips.get(dom) : undefined;
}

import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { type Anchor, findBlock, findQuote, type TextBlock } from "../../data/anchors.ts";
import type { AnchoredThread } from "../../data/text-comments.ts";
import { contextOf } from "../view/editor-context.ts";

/** The words or the block of a thread in the document. */
export interface MarkedRange {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly isBlock: boolean;
}

const key = new PluginKey<DecorationSet>("comments");

/** Marks what comments are about. Marks move with the text; those of new threads are looked for. */
export const commentMarks = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, before) => {
      const mapped = tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
      const threads: readonly AnchoredThread[] | undefined = tr.getMeta(key);
      return threads === undefined ? mapped : mark(tr.doc, mapped, threads);
    },
  },
  props: {
    decorations: (state) => key.getState(state),
    handleClick: (view, position, event) => {
      // Links and buttons have clicks of their own.
      if (event.ctrlKey || event.metaKey || !view.state.selection.empty) return false;
      const [thread] = threadsAt(view.state, position);
      if (thread) contextOf(view.state).comments?.open(thread.id);
      return false;
    },
  },
});

/** Changes the threads that are marked. */
export function setThreads(tr: Transaction, threads: readonly AnchoredThread[]): Transaction {
  return tr.setMeta(key, threads).setMeta("addToHistory", false);
}

export function rangesOf(state: EditorState): MarkedRange[] {
  const set = key.getState(state) ?? DecorationSet.empty;
  return set.find().map(({ from, to, spec }) => ({ id: spec.id, isBlock: spec.isBlock, from, to }));
}

/** The threads about words at a position, the shortest words first. */
export function threadsAt(state: EditorState, position: number): MarkedRange[] {
  return rangesOf(state)
    .filter(({ from, to, isBlock }) => !isBlock && from <= position && position <= to)
    .toSorted((a, b) => a.to - a.from - (b.to - b.from));
}

/** Whether two states mark the same decorations. */
export function hasSameMarks(a: EditorState, b: EditorState): boolean {
  return key.getState(a) === key.getState(b);
}

function mark(doc: Node, before: DecorationSet, threads: readonly AnchoredThread[]): DecorationSet {
  const known = new Map(before.find().map((decoration) => [decoration.spec.id as string, decoration]));
  let texts: BlockPosition[] | undefined;
  const decorations = threads.flatMap(({ id, anchor, isActive }) => {
    const marked = known.get(id);
    texts ??= marked ? undefined : textBlocksIn(doc);
    const range = marked
      ? { from: marked.from, to: marked.to, isBlock: marked.spec.isBlock as boolean }
      : find(doc, texts ?? textBlocksIn(doc), anchor);
    if (range === undefined) return [];
    const { from, to, isBlock } = range;
    const attributes = {
      class: `${isBlock ? "commented-block" : "commented"}${isActive ? " is-active" : ""}`,
    };
    const spec = { id, isBlock };
    return [
      isBlock ? Decoration.node(from, to, attributes, spec) : Decoration.inline(from, to, attributes, spec),
    ];
  });
  return DecorationSet.create(doc, decorations);
}

interface BlockPosition extends TextBlock {
  readonly position: number;
  readonly size: number;
}

/** Stands for inline nodes without text, so that offsets in the text are positions. */
const leaf = "\ufffc";

export function textOf(node: Node): string {
  return node.textBetween(0, node.content.size, "\n", leaf);
}

function textBlocksIn(doc: Node): BlockPosition[] {
  const blocks: BlockPosition[] = [];
  const path: { readonly end: number; readonly key: string | null }[] = [];
  doc.descendants((node, position) => {
    while (path.length > 0 && (path.at(-1)?.end ?? 0) <= position) path.pop();
    if (node.isTextblock)
      blocks.push({
        key: node.attrs.key ?? null,
        around: path.flatMap((outer) => outer.key ?? []),
        text: textOf(node),
        position,
        size: node.nodeSize,
      });
    path.push({ end: position + node.nodeSize, key: node.attrs.key ?? null });
    return !node.isTextblock;
  });
  return blocks;
}

function allBlocksIn(doc: Node): BlockPosition[] {
  const blocks: BlockPosition[] = [];
  doc.descendants((node, position) => {
    if (!node.isBlock) return false;
    if (node.type.spec.group === "block" || node.attrs.key)
      blocks.push({ key: node.attrs.key ?? null, text: textOf(node), position, size: node.nodeSize });
    return !node.isTextblock;
  });
  return blocks;
}

function find(doc: Node, texts: readonly BlockPosition[], { node, preview, quote }: Anchor) {
  if (quote !== undefined) {
    const found = findQuote(texts, node, quote);
    const block = found && texts[found.index];
    if (found === undefined || block === undefined) return undefined;
    const start = block.position + 1;
    return { from: start + found.from, to: start + found.to, isBlock: false };
  }
  const blocks = allBlocksIn(doc);
  const block = blocks[findBlock(blocks, { node, preview }) ?? -1];
  return block && { from: block.position, to: block.position + block.size, isBlock: true };
}

/** Where a range begins in the window. */
export function topOf(view: EditorView, { from, isBlock }: MarkedRange): number | undefined {
  if (!isBlock) return view.coordsAtPos(from).top;
  const dom = view.nodeDOM(from);
  return dom instanceof HTMLElement ? dom.getBoundingClientRect().top : undefined;
}

import type { Emitter, HLJSApi } from "highlight.js";
import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { schema } from "../model/schema.ts";

const { code_block } = schema.nodes;

/** The limits for highlighting, which are those of readers' pages. */
const maxHighlighted = { characters: 20_000, line: 1_000 };

/** A part of the code with its classes, by offsets in the text. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly classes: string;
}

/** Collects where the tokens of a text are. */
class TokenEmitter implements Emitter {
  readonly tokens: Token[] = [];
  readonly #open: string[] = [];
  #offset = 0;

  addText(text: string): void {
    const classes = this.#open.at(-1);
    if (classes !== undefined)
      this.tokens.push({ from: this.#offset, to: this.#offset + text.length, classes });
    this.#offset += text.length;
  }

  openNode(scope: string): void {
    const [first = "", ...parts] = scope.split(".");
    this.#open.push([`hljs-${first}`, ...parts.map((part, i) => part + "_".repeat(i + 1))].join(" "));
  }

  closeNode(): void {
    this.#open.pop();
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  __addSublanguage(inner: TokenEmitter): void {
    for (const { from, to, classes } of inner.tokens)
      this.tokens.push({ from: from + this.#offset, to: to + this.#offset, classes });
    this.#offset += inner.#offset;
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

let library: HLJSApi | undefined;
let isWhole = false;

/** Loads the usual languages; all others only if one of them is used. */
async function loadLibrary(needsWhole: boolean): Promise<void> {
  const { default: loaded } = needsWhole
    ? await import("highlight.js")
    : await import("highlight.js/lib/common");
  loaded.configure({ __emitter: TokenEmitter });
  library = loaded;
  isWhole ||= needsWhole;
}

/** The tokens of blocks that have been highlighted. A changed block is another node. */
const tokensOf = new WeakMap<Node, readonly Token[]>();

function highlight(block: Node): readonly Token[] {
  const known = tokensOf.get(block);
  if (known !== undefined) return known;
  const { syntax = "" } = block.attrs.data;
  if (library === undefined || !library.getLanguage(syntax)) return [];
  const lines = block.children.map((line) => line.textBetween(0, line.content.size, "", "\ufffc"));
  const text = lines.join("\n");
  const isTooLong =
    text.length > maxHighlighted.characters || lines.some(({ length }) => length > maxHighlighted.line);
  const { _emitter } = isTooLong
    ? { _emitter: undefined }
    : library.highlight(text, { language: syntax, ignoreIllegals: true });
  const tokens = (_emitter as TokenEmitter | undefined)?.tokens ?? [];
  tokensOf.set(block, tokens);
  return tokens;
}

/** The colors of a block of code at a position. Tokens may span several lines. */
function colorsOf(block: Node, position: number): Decoration[] {
  const colors: Decoration[] = [];
  const tokens = highlight(block);
  let [next, offset] = [0, 0];
  block.forEach((line, lineOffset) => {
    // Inlines in code count as one character, as they do in the document.
    const start = position + 1 + lineOffset + 1;
    const end = offset + line.content.size;
    for (; next < tokens.length; next++) {
      const { from, to, classes } = tokens[next] as Token;
      if (from >= end) break;
      const [a, b] = [Math.max(from, offset), Math.min(to, end)];
      if (a < b) colors.push(Decoration.inline(start + a - offset, start + b - offset, { class: classes }));
      if (to > end) break;
    }
    offset = end + 1;
  });
  return colors;
}

/** The top-level blocks that differ between two documents, with their positions. */
function changedRange(before: Node, after: Node): { readonly from: number; readonly to: number } | undefined {
  const [a, b] = [before.children, after.children];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  if (start + end >= b.length) return undefined;
  const size = (nodes: readonly Node[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const from = size(b.slice(0, start));
  return { from, to: from + size(b.slice(start, b.length - end)) };
}

function colorsIn(doc: Node, from: number, to: number): Decoration[] {
  const colors: Decoration[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (node.type === code_block) colors.push(...colorsOf(node, position));
    return node.type !== code_block && !node.inlineContent;
  });
  return colors;
}

const key = new PluginKey<DecorationSet>("code-colors");

/** Highlights code while it is typed. Only blocks that have changed are highlighted again. */
export const codeColors = new Plugin<DecorationSet>({
  key,
  state: {
    init: (_, { doc }) => DecorationSet.create(doc, colorsIn(doc, 0, doc.content.size)),
    apply: (tr, colors, before, { doc }) => {
      if (tr.getMeta(key)) return DecorationSet.create(doc, colorsIn(doc, 0, doc.content.size));
      if (!tr.docChanged) return colors;
      const mapped = colors.map(tr.mapping, doc);
      const range = changedRange(before.doc, doc);
      if (range === undefined) return mapped;
      const { from, to } = range;
      return mapped.remove(mapped.find(from, to)).add(doc, colorsIn(doc, from, to));
    },
  },
  props: { decorations: (state) => key.getState(state) },
  view: (view) => {
    void loadFor(view);
    return { update: (next, before) => before.doc !== next.state.doc && void loadFor(next) };
  },
});

let loading: Promise<void> | undefined;

/** Loads the highlighter if there is code that needs it. */
async function loadFor(view: EditorView): Promise<void> {
  if (isWhole || loading !== undefined) return;
  let [needsAny, needsWhole] = [false, false];
  view.state.doc.descendants(({ type, attrs, inlineContent }) => {
    if (type !== code_block) return !inlineContent;
    const { syntax = "" } = attrs.data;
    needsAny ||= syntax !== "";
    needsWhole ||=
      library !== undefined && syntax !== "" && !library.getLanguage(syntax) && !unknown.has(syntax);
    if (needsWhole) unknown.add(syntax);
    return false;
  });
  if (!(library === undefined ? needsAny : needsWhole)) return;
  loading = loadLibrary(needsWhole).finally(() => {
    loading = undefined;
  });
  await loading.catch(() => {});
  if (view.isDestroyed || library === undefined) return;
  view.dispatch(view.state.tr.setMeta(key, true).setMeta("addToHistory", false));
  void loadFor(view);
}

/** Names that are looked for in all languages once. */
const unknown = new Set<string>();

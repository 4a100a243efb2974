import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { markdownKeymap, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { words } from "../words/index.ts";
import { lineSeparatorOf } from "./line-ends.ts";
import { theme } from "./theme.ts";

/** Marks the tags of blocks, such as `{% hint style="info" %}`. */
const tagMarker = new MatchDecorator({
  regexp: /\{%[^%\n]{0,2000}%\}/g,
  decoration: Decoration.mark({ class: "cm-block-tag" }),
});

const blockTags = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = tagMarker.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = tagMarker.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

const highlighting = HighlightStyle.define([
  { tag: tags.heading, class: "cm-md-heading" },
  { tag: tags.strong, class: "cm-md-strong" },
  { tag: tags.emphasis, class: "cm-md-emphasis" },
  { tag: tags.strikethrough, class: "cm-md-strikethrough" },
  { tag: [tags.link, tags.url], class: "cm-md-link" },
  { tag: tags.monospace, class: "cm-md-code" },
  { tag: tags.quote, class: "cm-md-quote" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: "cm-md-mark" },
  { tag: [tags.comment, tags.meta], class: "cm-md-mark" },
]);

interface ViewInput {
  readonly root: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly extensions: readonly Extension[];
  readonly onChange: () => void;
}

/** An editor of Markdown. Escape before Tab leaves it with the keyboard. */
export function createView({ root, text, label, isReadOnly, extensions, onChange }: ViewInput): EditorView {
  const state = EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of(lineSeparatorOf(text)),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        ...{ "aria-label": label, spellcheck: "true", autocorrect: "on", autocapitalize: "on" },
        ...(isReadOnly && { "aria-readonly": "true" }),
      }),
      EditorView.lineWrapping,
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      EditorState.phrases.of(words.source.phrases),
      markdownLanguage.extension,
      syntaxHighlighting(highlighting),
      blockTags,
      theme,
      keymap.of([
        ...markdownKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        ...searchKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
      extensions,
    ],
  });
  const parent = document.createElement("div");
  root.replaceChildren(parent);
  return new EditorView({ state, parent, root });
}

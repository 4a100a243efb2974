export const source = {
  title: "Markdown of this page",
  label: "Markdown",
  edit: "Edit as Markdown",
  view: "View as Markdown",
  done: "Back to the page",
  hint: "Escape, then Tab leaves the text. Ctrl F (⌘ F) searches in it.",
  /** Texts of CodeMirror that are not written like those of the workspace. */
  phrases: {
    next: "Next",
    previous: "Previous",
    all: "All",
    "match case": "Match case",
    regexp: "Regular expression",
    "by word": "Whole words",
    replace: "Replace",
    "replace all": "Replace all",
    close: "Close",
  },
  conflict: {
    title: "Somebody else has changed this page.",
    text: "Nothing of yours is saved since then. Take over their text (undo brings yours back), or save yours over it.",
    theirs: "Take over their text",
    mine: "Save mine",
  },
};

export const common = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  create: "Create",
  delete: "Delete",
  remove: "Remove",
  rename: "Rename",
  retry: "Try again",
  undo: "Undo",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The browser did not allow copying. Select the text and copy it.",
  more: "More actions",
  loading: "Loading…",
  search: "Search",
  back: "Back",
  open: "Open",
  none: "None",
  never: "Never",
  yes: "Yes",
  no: "No",
  optional: "optional",
  blank: "Type more than blanks.",
  /** The text of a list that shows only some of its items. */
  shownOf: (shown: number, count: number) => `${shown} of ${count}`,
};

export const errors = {
  unreachable: "The server did not reply. Try again when it is reachable.",
  unconfirmed:
    "The server did not reply, so it is not known whether the change was made. Look before you try again.",
  unsaved: "What you typed is not saved. Leave this page?",
  unexpected:
    "Something unexpected happened. Reload the page; if it happens again, look at the server’s log.",
  forbidden: "You may not do this.",
  notFoundTitle: "There is nothing here",
  notFound: "It may have been deleted or moved, or you may not see it. Ask the person who gave you the link.",
  screenNotLoaded: "The server did not reply, or Lectern was updated in the meantime.",
  goHome: "Go to the start",
  failedTitle: "This could not be loaded",
  offline: "The server does not reply. What you see may be old; Lectern keeps trying.",
};

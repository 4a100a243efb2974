/** What menus and the sidebar say about imports and exports, whose other texts are loaded with their dialogs. */
export const transfers = {
  importHere: "Import here",
  export: "Export",
  running: (count: number) => (count === 1 ? "1 import is running" : `${count} imports are running`),
  intoPage: (title: string) => `Below the page “${title}”`,
  intoRequest: "Into this change request",
  intoSpace: (title: string) => `Into the space “${title}”`,
};

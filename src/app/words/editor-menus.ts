/** The words of the menus around the text of a page. */
export const editorMenus = {
  slash: {
    label: "Blocks",
    found: "Blocks that match",
    empty: "No block has this name.",
    groups: {
      text: "Text",
      lists: "Lists",
      layout: "Layout",
      media: "Media",
      data: "Data",
      api: "API",
      inline: "In the text",
      other: "More",
    },
  },
};

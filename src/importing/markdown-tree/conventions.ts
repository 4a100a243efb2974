/** Where things are in a tree of Markdown beside its pages, below its top. */
export const settingsFile = ".gitbook.yaml";
export const settingsFolder = ".gitbook/";
export const assetsFolder = `${settingsFolder}assets/`;
export const includesFolder = `${settingsFolder}includes/`;
export const variablesFile = `${settingsFolder}vars.yaml`;
/** What the names of files in the tree cannot say: their order, those that they have, and their types. */
export const filesFile = `${settingsFolder}files.yaml`;
export const usualReadme = "README.md";
export const usualSummary = "SUMMARY.md";

const page = /\.(?:md|markdown|mdx)$/i;
const folderPage = /^(?:readme|index|_index)\.(?:md|markdown|mdx)$/i;

/** Whether a file of this name is a page. */
export function isPageName(name: string): boolean {
  return page.test(name);
}

/** Whether a page of this name stands for the folder that it is in. */
export function isFolderPageName(name: string): boolean {
  return folderPage.test(name);
}

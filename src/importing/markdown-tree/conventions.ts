/** The names of files and folders with a special meaning, relative to the root of the content. */
export const settingsFile = ".gitbook.yaml";
export const settingsFolder = ".gitbook/";
export const assetsFolder = `${settingsFolder}assets/`;
export const includesFolder = `${settingsFolder}includes/`;
export const variablesFile = `${settingsFolder}vars.yaml`;
/** Lists files in their order, with names and media types that the paths do not express. */
export const manifestFile = `${settingsFolder}files.yaml`;
export const defaultReadme = "README.md";
export const defaultSummary = "SUMMARY.md";

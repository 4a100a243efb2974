// Fonts of an organization: their files, and the definitions that customizations use.
export { findFontFile, removeUnusedFontFiles, sendFontFile, serveFontFiles } from "./font-files.ts";
export { fonts } from "./routes.ts";

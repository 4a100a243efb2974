// Fonts of an organization: their files, and the definitions that customizations use.
export { removeUnusedFontFiles, sendFontFile, serveFontFiles } from "./font-files.ts";
export { fonts } from "./routes.ts";

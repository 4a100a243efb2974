// Turns an imported tree into the changes that insert it into content.
export { type AppLinks, findAppLinks } from "./app-links.ts";
export { changesFromImport, type TargetPage } from "./changes-from-import.ts";
export { fitFileName, fitPages, fitReusableContents } from "./fit-pages.ts";

// Turns an imported tree into the changes that insert it into content.
export { changesOfHarvest, type Home } from "./changes-from-import.ts";
export { fitFileName, fitPages, fitReusableContents } from "./fit-pages.ts";

export { shareKeyOn } from "./present.ts";
export { presenterOf, readForCaller } from "./read-parts.ts";
export { siteSectionGroups, siteSections, siteSpaces, siteStructure } from "./routes.ts";
export { SharedQuery, SiteStructure } from "./schema.ts";

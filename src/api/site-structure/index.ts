// The operations on the structure of a site: sections, section groups and site spaces.
export { StructurePresenter } from "./present.ts";
export { readView } from "./read-parts.ts";
export { siteSectionGroups, siteSections, siteSpaces, siteStructure } from "./routes.ts";
export { SharedQuery, SiteStructure } from "./schema.ts";

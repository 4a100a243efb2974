// The operations on the structure of a site: sections, section groups and site spaces.
export { readView, StructurePresenter } from "./present.ts";
export { siteSectionGroups, siteSections, siteSpaces, siteStructure } from "./routes.ts";
export { Condition, SharedQuery, SiteStructure } from "./schema.ts";

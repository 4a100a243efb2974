// The operations on sites, their customization and their visitors' claims; access to a site for other operation groups.
export * from "./access.ts";
export { createSite, newSiteSpace, requirePublishable } from "./create-site.ts";
export { locationInSite, presentSite } from "./present.ts";
export { sites } from "./routes.ts";
export { GroupTitle, Segment, Site, SiteTitle } from "./schema.ts";
export { servePreviews } from "./serve-previews.ts";

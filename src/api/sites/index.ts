export { type OnSharedSite, type OnSite, onSharedSite, onSite, onVisitedSite } from "./access.ts";
export { requireCondition } from "./adaptive-content.ts";
export { locationIn, presentSite } from "./present.ts";
export { newSiteSpaces, requirePublishable } from "./publishable-spaces.ts";
export { sites } from "./routes.ts";
export { GroupTitle, Segment, Site, SiteTitle } from "./schema.ts";

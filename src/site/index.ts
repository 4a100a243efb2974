// Published sites as HTML.

export { exportSite } from "./export-site.ts";
export { malformedUrlReplier, serveSites } from "./serve-sites.ts";
export { type CardTask, removeOldCards } from "./social-card/index.ts";

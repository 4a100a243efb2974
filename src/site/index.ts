// Published sites as HTML.

export { siteSettingsOf, writeTheme } from "./customization/index.ts";
export { exportSite } from "./export-site.ts";
export { html } from "./html/index.ts";
export { acceptsHtml, sendAsset } from "./replies.ts";
export { malformedUrlReplier, serveSites } from "./serve-sites.ts";
export { type CardTask, removeOldCards } from "./social-card/index.ts";

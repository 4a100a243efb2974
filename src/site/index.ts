// Published sites as HTML.

export { siteSettingsOf, writeTheme } from "./customization/index.ts";
export {
  type DocumentInput,
  type DocumentTargets,
  loadIcons,
  type PageContext,
  type SiteImage,
  type SiteTarget,
  writeDocument,
  writeEmoji,
} from "./document/index.ts";
export { exportSite } from "./export-site.ts";
export { type Html, html } from "./html/index.ts";
export {
  collectParts,
  externalTarget,
  fileTarget,
  findPageLanguage,
  outlineOf,
  readEmbeds,
  readLinkedSpecs,
  readSpecFiles,
  readSpecs,
} from "./page/index.ts";
export { acceptsHtml, sendAsset } from "./replies.ts";
export { PublishedSites } from "./serve-sites.ts";
export { type CardTask, removeOldCards } from "./social-card/index.ts";
export { wordsOf } from "./words/index.ts";

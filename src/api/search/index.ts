// Search over spaces, organizations and sites.
export { type FoundSitePage, findSitePages } from "./find-site-pages.ts";
export { FoundSpace, SearchText, search } from "./routes.ts";
export { searchSiteSpaces } from "./search-spaces.ts";

// Search over spaces, organizations and sites.
export { FoundSpace, SearchText, search } from "./routes.ts";
export { searchSiteSpaces } from "./search-spaces.ts";

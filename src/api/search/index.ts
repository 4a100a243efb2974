// Search over spaces, organizations and sites.
export { search } from "./routes.ts";
export { FoundSpace, SearchText } from "./schema.ts";
export { searchSiteSpaces } from "./search-spaces.ts";

// The search of a site, for its dialog and as a page.
export { searchResource } from "./search-resource.ts";

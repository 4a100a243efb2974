export { search } from "./routes.ts";
export { FoundSpace, SearchText } from "./schema.ts";
export { searchSpacesOf } from "./search-spaces.ts";

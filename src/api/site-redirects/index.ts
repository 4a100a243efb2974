export { addressOfDestination } from "./destination.ts";
export { siteRedirects } from "./routes.ts";
export { destinationOf, findRedirect } from "./store.ts";

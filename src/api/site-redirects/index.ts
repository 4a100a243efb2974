// The operations on the redirects of a site.
export { siteRedirects } from "./routes.ts";

// The operations on the share links of a site.
export { siteShareLinks } from "./routes.ts";

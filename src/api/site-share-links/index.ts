export { siteShareLinks } from "./routes.ts";

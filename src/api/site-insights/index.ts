// The operations on events of readers.
export { siteInsights } from "./routes.ts";

// Published sites as HTML.
export { serveSites } from "./serve-sites.ts";

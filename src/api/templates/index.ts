// Templates of pages and of spaces: those that come with the server, and pages that are marked as templates.
export { templates } from "./routes.ts";

// Permissions of users and teams on spaces and collections.
export { permissions } from "./routes.ts";

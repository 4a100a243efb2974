// Notifications of the caller, their settings, and what the caller follows or has muted.
export { notifications } from "./routes.ts";

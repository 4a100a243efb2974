export { invites } from "./routes.ts";

// Invitations by email, by link and by email domain.
export { invites } from "./routes.ts";

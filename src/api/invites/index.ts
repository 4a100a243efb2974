// Invitations by e-mail, by link and by e-mail domain.
export { invites } from "./routes.ts";

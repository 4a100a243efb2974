// The caller's account: password, sessions, and what is still to be set up on a new server.
export { account } from "./routes.ts";

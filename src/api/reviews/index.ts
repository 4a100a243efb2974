// Reviews of change requests, pending comments, and requested reviewers.
export { pendingComments } from "./pending-comments.ts";
export { reviews } from "./routes.ts";

// Reviews of change requests, and requested reviewers.
export { reviews } from "./routes.ts";

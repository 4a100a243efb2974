// The history of spaces and of their pages: revisions, authors of blocks, deleted pages, and restoring.
export { history } from "./routes.ts";

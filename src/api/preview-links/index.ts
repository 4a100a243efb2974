// The link that opens a preview of a change request without an account.
export { previewLinks } from "./routes.ts";

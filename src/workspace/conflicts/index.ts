// Conflicts of change requests with the primary content: as data and as HTML.
export { conflicts } from "./operations.ts";

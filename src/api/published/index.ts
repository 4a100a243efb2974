// The operations that resolve, read and search published sites.
export { published } from "./routes.ts";

export { permissions } from "./routes.ts";

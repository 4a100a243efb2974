export { reviews } from "./routes.ts";

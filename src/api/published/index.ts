export { published } from "./routes.ts";

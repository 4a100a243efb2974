export { links } from "./routes.ts";

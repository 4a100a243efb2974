export { translations } from "./routes.ts";

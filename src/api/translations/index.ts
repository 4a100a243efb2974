// The operations on translation settings.
export { translations } from "./routes.ts";

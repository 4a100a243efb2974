export { installations } from "./routes.ts";

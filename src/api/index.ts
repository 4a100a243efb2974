export { chapters } from "./chapters.ts";

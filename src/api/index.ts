// The HTTP API: all operations, chapter by chapter.
export { chapters } from "./chapters.ts";

// Converts text from the clipboard to Markdown. The converters are loaded by a worker thread only.
export { convertClipboard } from "./convert-in-worker.ts";
export type { ReadClipboard } from "./read-clipboard.ts";

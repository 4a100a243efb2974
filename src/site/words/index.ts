// The words of the frame around a page, in the languages that a site can have.
export type { FrameWords } from "./en.ts";
export { wordsOf } from "./words-of.ts";

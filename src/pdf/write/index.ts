// Writes chapters as Typst code.
export { writeChapter } from "./chapter.ts";
export type { BookContext, BookImage, BookTarget } from "./context.ts";
export { writeFonts, writeFront, writeLabels } from "./front.ts";
export { array, definitions, formula, visible } from "./typst.ts";

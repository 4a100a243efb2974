// Writes chapters as Typst code.
export { writeChapter } from "./chapter.ts";
export { writeFonts, writeFront, writePlaces } from "./front.ts";
export { array, definitions, formula, visible } from "./typst.ts";
export type { Picture, Surroundings, Target } from "./writing.ts";

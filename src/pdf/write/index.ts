// Writes chapters as Typst code.
export { writeChapter } from "./chapter.ts";
export type { BookContext, BookImage, BookTarget } from "./context.ts";
export { writeFonts, writeLabels, writeMainFile } from "./main-file.ts";
export {
  array,
  bool,
  type Code,
  call,
  definitions,
  dictionary,
  file,
  formula,
  join,
  none,
  removeInvisible,
  str,
} from "./typst.ts";

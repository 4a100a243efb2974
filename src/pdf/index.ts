// PDF: the content of a space as a book, written as Typst code and compiled.
export {
  BookError,
  type BookInput,
  type ExternalNames,
  emojiFontFile,
  emojiPattern,
  type Fonts,
  fontsFor,
} from "./book/index.ts";
export { imageFetcher } from "./images.ts";
export { mainFile, type PrintInput, removeUnusualCharacters, TypstCompiler } from "./print/index.ts";
export { writeReducedFonts } from "./reduce-fonts.ts";
export { array, bool, type Code, call, dictionary, file, join, none, str } from "./write/index.ts";
export { writeBook } from "./write-book.ts";

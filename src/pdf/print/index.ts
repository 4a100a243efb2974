// The compiler. This folder imports no other, since each module that the printing process loads takes memory.
export {
  mainFile,
  type PrintInput,
  printBook,
  removeUnusualCharacters,
  TypstCompiler,
} from "./print-book.ts";

export { BookError, type BookOrder, type Outside, type OutsideNames } from "./book.ts";
export { imageFetcher } from "./fetch-images.ts";
export { keepPlainSigns } from "./plain-signs.ts";
export { type Manuscript, printBook } from "./print-book.ts";
export { writeBook } from "./write-book.ts";

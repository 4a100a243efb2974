// PDF: the content of a space as a book, written as Typst code and compiled.
export { BookError, type BookInput, type ExternalNames } from "./book/index.ts";
export { imageFetcher } from "./images.ts";
export type { PrintInput } from "./print/index.ts";
export { writeBook } from "./write-book.ts";

// The book: its chapters, what they refer to, and the fonts they need.
export { BookError, type BookOrder, type Outside, type OutsideNames } from "./book.ts";
export { type Chapter, type Chapters, labelOf, readChapters } from "./chapters.ts";
export { collectNames, type Named, nodesIn } from "./collect.ts";
export { type Fonts, fontsFor } from "./fonts.ts";

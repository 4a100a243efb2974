// The book: its chapters, what they refer to, and the fonts they need.
export { BookError, type BookOrder, type Outside, type OutsideNames } from "./book.ts";
export { type Chapter, labelOf, readChapters } from "./chapters.ts";
export { type Fonts, fontsFor } from "./fonts.ts";
export { collectReferences, nodesIn } from "./references.ts";

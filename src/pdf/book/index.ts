// The book: its chapters, what they refer to, and the fonts they need.
export { BookError, type BookInput, type ExternalNames, type Externals } from "./book.ts";
export { type Chapter, labelOf, readChapters } from "./chapters.ts";
export { emojiFontFile, emojiPattern, type Fonts, fontsFor } from "./fonts.ts";
export { collectReferences } from "./references.ts";

export { calledByTitle } from "./gathering.ts";
export { plainText } from "./html-links.ts";
export { noteReference, withoutMarks, writeMarks, writeNotes } from "./marks.ts";
export { partsAmong } from "./notion-tree.ts";
export { extensionOf, stemOf } from "./paths.ts";
export { classesOf, dropped, innerHtml, type Replacement, rewriteHtml, unwrapped } from "./walk-html.ts";

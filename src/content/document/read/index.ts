// Reads Markdown as blocks.
export { flanks } from "./delimiters.ts";
export { maxRepeatedSize } from "./footnotes.ts";
export { unescaped } from "./link-syntax.ts";
export { joinMarks } from "./marks.ts";
export { noteAnchor } from "./notes.ts";
export { readMarkdown, readSegments, readSteps, type Segment, type Segments } from "./read-markdown.ts";
export { widthOf } from "./tables.ts";

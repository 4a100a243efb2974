// Reads Markdown as blocks.

export { maxRepeatedSize, noteAnchor } from "./footnotes.ts";
export { unescaped } from "./link-syntax.ts";
export { flanks, joinMarks } from "./marks.ts";
export { readMarkdown, readSegments, readSteps, type Segment, type Segments } from "./read-markdown.ts";
export { widthOf } from "./tables.ts";

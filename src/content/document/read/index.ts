export { flanks } from "./delimiters.ts";
export { mostRepeated } from "./footnotes.ts";
export { unescaped } from "./link-syntax.ts";
export { joinMarks } from "./marks.ts";
export { noteAnchor } from "./notes.ts";
export { readMarkdown, readSteps } from "./read-markdown.ts";
export { readSegments, type Segment, type Segments } from "./segments.ts";
export { widthOf } from "./tables.ts";

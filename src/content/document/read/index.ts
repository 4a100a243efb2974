// Reads Markdown as blocks.
export { footnoteAnchorPrefix, maxRepeatedFootnoteSize } from "./footnotes.ts";
export { flanking, mergeMarks } from "./marks.ts";
export { readMarkdown, readSegments, readSteps, type Segment, type Segments } from "./read-markdown.ts";

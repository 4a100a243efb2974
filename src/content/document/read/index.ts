// Reads Markdown as blocks.
export { footnoteAnchorPrefix, maxRepeatedFootnoteSize } from "./footnotes.ts";
export { flanking, mergeMarks } from "./marks.ts";
export { anchorNamesIn } from "./named-anchors.ts";
export { readMarkdown, readSegments, readSteps, type Segment, type Segments } from "./read-markdown.ts";

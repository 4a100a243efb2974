// Reads Markdown as blocks.
export { footnoteAnchorPrefix, maxRepeatedFootnoteSize } from "./footnotes.ts";
export { flanking, mergeMarks } from "./marks.ts";
export { anchorNamesIn } from "./named-anchors.ts";
export { readMarkdown, readSteps } from "./read-markdown.ts";
export { type ReadText, readText, type Segment } from "./read-text.ts";

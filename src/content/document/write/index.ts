export {
  escapeHtmlText,
  escapeLineStart,
  escapeText,
  keepEdges,
  writeDestination,
  writeTitle,
} from "./escape.ts";
export { writeCodeSpan } from "./write-code-span.ts";
export { type Style, writeMarkdown } from "./write-markdown.ts";

// Writes blocks as Markdown.
export {
  encodeEdgeSpaces,
  escapeHtmlText,
  escapeLineStart,
  escapeText,
  writeCodeSpan,
  writeDestination,
  writeTitle,
} from "./escape.ts";
export { type Style, writeSteps } from "./write-markdown.ts";

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
export { type Style, writeMarkdown } from "./write-markdown.ts";

// Writes blocks as Markdown.
export {
  escapeHtmlText,
  escapeLineStart,
  escapeText,
  keepEdges,
  writeCodeSpan,
  writeDestination,
  writeTitle,
} from "./escape.ts";
export { type Style, writeMarkdown } from "./write-markdown.ts";

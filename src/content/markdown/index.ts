// Markdown as text: front matter, headings, link destinations, blocks.
export { type Block, type BlockKind, type Blocks, splitSteps } from "./blocks.ts";
export {
  allDestinations,
  type Destination,
  DestinationScanner,
  findDestinations,
  rewriteDestinations,
} from "./destinations.ts";
export * from "./front-matter.ts";
export { findTitleHeading, leadingHeading } from "./heading.ts";
export {
  cellsOf,
  conflictEnd,
  conflictMiddle,
  conflictStart,
  type MarkdownLine,
  scanLines,
  withoutClosingHashes,
} from "./syntax/index.ts";
export { escapeTitle, isHeadingTitle, withTitleHeading } from "./title-heading.ts";

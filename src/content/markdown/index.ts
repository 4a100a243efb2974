export { type Block, type BlockKind, type Blocks, isFenced, splitBlocks } from "./blocks.ts";
export { begin, ConflictMarkers, end, middle } from "./conflict-markers.ts";
export { allDestinations, type Destination, findDestinations, rewriteDestinations } from "./destinations.ts";
export {
  type FrontMatter,
  findFrontMatterAddresses,
  frontMatterLength,
  patchFrontMatter,
  readFrontMatter,
  wrongField,
} from "./front-matter.ts";
export { leadingHeading, withoutClosingHashes } from "./heading.ts";
export { alignmentsOf, cellsOf } from "./table-rows.ts";

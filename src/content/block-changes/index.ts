// Changes to single blocks of a page.
export { updatePageBlocks } from "./update-page-blocks.ts";

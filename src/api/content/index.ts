// Reading and changing the content of spaces and change requests over HTTP.
export { openSpaceContent, readRevision } from "./access.ts";
export {
  type ChangeCall,
  type ContentTarget,
  commitChanges,
  requireIfMatch,
  storeBlobs,
} from "./change-content.ts";
export { changeRequestContent } from "./change-request-routes.ts";
export { changeRequestContentTarget, primaryContentTarget } from "./content-targets.ts";
export {
  MarkdownOrBlocks,
  MarkdownOrBlocksInput,
  maxListedTextBytes,
  presentTexts,
  readAsMarkdown,
} from "./document-schema.ts";
export { File, Page, ReusableContent } from "./page-schema.ts";
export { PagePresenter, presentFile, presentReusableContent } from "./present.ts";
export { content } from "./routes.ts";

// Reading and changing the content of spaces and change requests over HTTP.
export { openLinkedContent, openSpaceContent, readRevision } from "./access.ts";
export {
  type ChangeCall,
  type ContentTarget,
  changeRequestContentTarget,
  commitChanges,
  primaryContentTarget,
  requireIfMatch,
  storeBlobs,
} from "./change-content.ts";
export { ContentChanges } from "./change-schema.ts";
export {
  MarkdownOrBlocks,
  MarkdownOrBlocksInput,
  maxListedTextBytes,
  presentTexts,
  readAsMarkdown,
} from "./document-schema.ts";
export { File, Page, ReusableContent } from "./page-schema.ts";
export { ContentPresenter, presentFile } from "./present.ts";
export { changeRequestContent, content } from "./routes.ts";

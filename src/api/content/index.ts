// Reading and changing the content of spaces and change requests over HTTP.
export { contentVersion, type OnContent, openSpaceContent, readRevision } from "./access.ts";
export {
  type ChangeCall,
  type ContentTarget,
  changeContent,
  commitChanges,
  requireIfMatch,
  storeBlobs,
} from "./change-content.ts";
export { changeRequestContent } from "./change-request-routes.ts";
export { ContentChanges, ContentOutcome } from "./change-schema.ts";
export { changeRequestContentTarget, primaryContentTarget } from "./content-targets.ts";
export {
  MarkdownOrBlocks,
  MarkdownOrBlocksInput,
  maxListedTextBytes,
  presentTexts,
  readAsMarkdown,
} from "./document-schema.ts";
export { File, Page, Reference, ReusableContent } from "./page-schema.ts";
export { PagePresenter, presentFile, presentReusableContent } from "./present.ts";
export { presentChanges } from "./present-changes.ts";
export { readOperations } from "./read-operations.ts";
export { content } from "./routes.ts";
export { ChangesQuery, SemanticChanges } from "./schema.ts";

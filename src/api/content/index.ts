export { type OnContent, openContentOf, readRevision, versionOf } from "./access.ts";
export {
  applyToContent,
  type Changing,
  type ContentTarget,
  changeContent,
  requireIfMatch,
  storeBlobs,
} from "./change-content.ts";
export { changeRequestContent } from "./change-request-routes.ts";
export { ContentChanges, ContentOutcome } from "./change-schema.ts";
export { contentOf, primaryContentOf } from "./content-targets.ts";
export { mostShown, readText, ShownDocument, showTexts, WrittenDocument } from "./document-schema.ts";
export { File, Page, Reference, ReusableContent } from "./page-schema.ts";
export { PagePresenter, presentFile, presentReusableContent } from "./present.ts";
export { presentChanges } from "./present-changes.ts";
export { readOperations } from "./read-operations.ts";
export { content } from "./routes.ts";
export { ChangesQuery, SemanticChanges } from "./schema.ts";
export { isVisible } from "./visible-pages.ts";

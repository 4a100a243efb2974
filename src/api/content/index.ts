export { type OnContent, openContentOf, readRevision, versionOf } from "./access.ts";
export {
  applyToContent,
  type Changing,
  type ContentTarget,
  changeContent,
  requireIfMatch,
  storeBlobs,
} from "./change-content.ts";
export { ContentChanges, ContentOutcome } from "./change-schema.ts";
export { File, Page, Reference, ReusableContent } from "./page-schema.ts";
export { PagePresenter, presentFile, presentReusableContent } from "./present.ts";
export { presentChanges } from "./present-changes.ts";
export { primaryContentOf } from "./primary-content.ts";
export { readOperations } from "./read-routes.ts";
export { content } from "./routes.ts";
export { ChangesQuery, SemanticChanges } from "./schema.ts";
export { isVisible } from "./visible-pages.ts";
export { mostShown, readText, ShownDocument, showTexts, WrittenDocument } from "./written-document.ts";

// Documents as HTML: one writer for each type of block and of inline.
export { ApiAnchors } from "./api-anchors.ts";
export type {
  ApiOperationLink,
  ApiUrls,
  DocumentTargets,
  PageContext,
  SiteEmbed,
  SiteImage,
  SiteTarget,
} from "./context.ts";
export { type FindIcon, loadIcons } from "./icons.ts";
export { linkTo, writeEmoji } from "./inlines.ts";
export { writeImage } from "./media.ts";
export { type DocumentInput, type WrittenDocument, writeDocument } from "./write-document.ts";

// Documents as trees of blocks, in the form of the API.
export {
  decodeEntities,
  escapeHtml,
  htmlAttributes,
  oneLine,
  writeTag,
} from "../markdown/syntax/index.ts";
export { checkDocument } from "./check-document.ts";
export * from "./document-links.ts";
export { evaluateDocument, withoutUnparsedConditions } from "./evaluate.ts";
export {
  documentDataOf,
  documentFromMarkdownYielding,
  documentToMarkdown,
  writeFrontMatter,
} from "./markdown.ts";
export * from "./model/index.ts";
export { patchMarkdown } from "./patch.ts";
export { withSafeAddresses } from "./safe-addresses.ts";

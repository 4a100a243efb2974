// Documents as they are stored: Markdown text with the positions of its links.
export {
  blocksOfSource,
  blocksToMarkdown,
  checkBlocks,
  type DocumentSource,
  findBlocks,
  patchStoredFrontMatter,
  patchWithBlocks,
  readBlocks,
  readDocumentMarkdown,
  type StoredDocument,
  writeDocument,
} from "./document-store.ts";
export { evaluationModes, readEvaluatedBlocks, readEvaluatedMarkdown } from "./evaluate.ts";

// The content engine: spaces as immutable, content-addressed nodes, without HTTP and SQL.
export {
  blocksToMarkdown,
  checkBlocks,
  evaluationModes,
  findBlocks,
  readBlocks,
  readDocumentMarkdown,
  readEvaluatedBlocks,
  readEvaluatedMarkdown,
  type StoredDocument,
} from "./document-store/index.ts";
export { findReusableContent } from "./links/index.ts";
export * from "./model/index.ts";
export { createNodeCache, hashLength, hashOf, inMemoryNodes, type NodeCache, Nodes } from "./nodes/index.ts";

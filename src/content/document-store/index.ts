// Documents as they are stored: Markdown text with the positions of its links.
export {
  blocksOver,
  checkBlocks,
  type DocumentNode,
  findBlocks,
  markdownOf,
  markdownOver,
  patchDocument,
  readBlocks,
  readDocument,
  type TextBefore,
  writeDocument,
} from "./document-store.ts";
export { evaluations, readEvaluatedBlocks, readEvaluatedMarkdown } from "./evaluate.ts";

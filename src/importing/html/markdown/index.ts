// The mdast nodes of Lectern's Markdown, and their writer.
export {
  type Block,
  type Embed,
  type Formula,
  type FormulaBlock,
  paragraph,
  plainOf,
  type RichCell,
  type Tab,
  withoutStrong,
} from "./nodes.ts";
export { writeMarkdown } from "./write-markdown.ts";

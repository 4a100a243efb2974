// The mdast nodes of Lectern's Markdown, and their writer.
export {
  type Block,
  type Column,
  type Embed,
  type Formula,
  type FormulaBlock,
  type ListPart,
  paragraph,
  phrasingText,
  type RichCell,
  type Tab,
  withoutStrong,
} from "./nodes.ts";
export { writeMarkdown } from "./write-markdown.ts";

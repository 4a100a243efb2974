// The mdast nodes of Lectern's Markdown, and their writer.
export * from "./nodes.ts";
export { readTableHeads } from "./table-heads.ts";
export { writeMarkdown } from "./write-markdown.ts";

// The mdast nodes of Lectern's Markdown, and their writer.
export * from "./nodes.ts";
export { writeMarkdown } from "./write-markdown.ts";

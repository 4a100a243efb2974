export { writeMarkdown } from "./write-markdown.ts";

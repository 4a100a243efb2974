// Pages as Markdown, for programs.
export { prefersMarkdown } from "./accepts-markdown.ts";
export { isTextPage, listPages } from "./list-pages.ts";
export { type ListedSpace, listSpaces, openSpace } from "./list-spaces.ts";
export {
  isMarkdownPath,
  leadToMarkdown,
  markdownUrl,
  pathsOfMarkdown,
  requireAgentAccess,
} from "./markdown-urls.ts";
export { renderMarkdown, writeMissing } from "./render-markdown.ts";
export { writeMarkdown } from "./write-markdown.ts";

// Pages as Markdown, for programs.
export { prefersMarkdown } from "./accepts-markdown.ts";
export {
  isMarkdownPath,
  leadToMarkdown,
  markdownUrl,
  pathsOfMarkdown,
  requireAgentAccess,
} from "./markdown-urls.ts";
export { renderMarkdown, writeMissing } from "./render-markdown.ts";

// Reads what other services export: Confluence, GitHub wikis, Google Docs and Notion.
export { importConfluence } from "./confluence.ts";
export { importGithubWiki } from "./github-wiki.ts";
export { importGoogleDocs } from "./google-docs.ts";
export { importNotion } from "./notion.ts";
export { partsAmong } from "./notion-tree.ts";
export { extensionOf, stemOf } from "./paths.ts";
export { splitDocument } from "./split-document.ts";
export { calledByTitle } from "./tree-builder.ts";

// Imports the exports of other services: Confluence, GitHub wikis, Google Docs and Notion.
export { importConfluence } from "./confluence.ts";
export { importGithubWiki } from "./github-wiki.ts";
export { importGoogleDocs } from "./google-docs.ts";
export { importNotion } from "./notion.ts";
export { zipPartsOf } from "./notion-tree.ts";
export { splitDocument } from "./split-document.ts";
export { withTitleSlug } from "./tree-builder.ts";

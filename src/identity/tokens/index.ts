// API tokens and sessions as stored, and the signed tokens of visitors of published sites.
export { type Preview, readPreviewToken, signPreviewToken } from "./preview-token.ts";
export * from "./tokens.ts";
export * from "./visitor-token.ts";

// API tokens and sessions as stored, and the signed tokens of visitors of published sites.
export * from "./tokens.ts";
export * from "./visitor-token.ts";

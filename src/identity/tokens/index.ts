// API tokens and sessions as stored, and the signed tokens of visitors of published sites.
export { TokenUse } from "./token-use.ts";
export * from "./tokens.ts";
export { keyFingerprint, readVisitorToken, signVisitorToken, type Visitor } from "./visitor-token.ts";

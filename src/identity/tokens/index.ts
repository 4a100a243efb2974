export { removeExpiredTokens } from "./remove-expired-tokens.ts";
export { insertToken, listTokens, revokeToken } from "./store.ts";
export { hashToken, newToken } from "./token.ts";
export { TokenUse } from "./token-use.ts";
export { printOf, readVisitorToken, signVisitorToken, type Visitor } from "./visitor-token.ts";

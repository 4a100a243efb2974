// API tokens that users manage themselves, and those of members that are bound to an organization.
export { tokens } from "./routes.ts";
export { BoundOrganization, presentBinding } from "./schema.ts";
export { deleteTokens, selectCredentials, type TokenRow, withTokenColumns } from "./store.ts";

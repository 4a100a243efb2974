// Commands that need little more than the database.
export { grantAdmin, listAdmins, revokeAdmin } from "./admins.ts";
export { createToken, listTokens, revokeToken } from "./token.ts";
export { distrustOrganization, trustOrganization, unverifyIntegration, verifyIntegration } from "./trust.ts";
export { createUser, printPasswordLink, printSignInLink } from "./user.ts";

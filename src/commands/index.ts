// The commands of the command line.
export { backup } from "./backup.ts";
export { type Command, UsageError } from "./command.ts";
export { exportFolder } from "./export.ts";
export { importIntoSpace } from "./import.ts";
export { importIntoSite } from "./import-site.ts";
export { reindex } from "./reindex.ts";
export { restore } from "./restore.ts";
export { createSample, removeSample } from "./sample.ts";
export { serve } from "./serve.ts";
export { createToken, listTokens, revokeToken } from "./token.ts";
export { distrustOrganization, trustOrganization, unverifyIntegration, verifyIntegration } from "./trust.ts";
export { createUser, printPasswordLink, printSignInLink } from "./user.ts";

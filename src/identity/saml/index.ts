export { requireCertificates } from "./certificates.ts";
export {
  type ActiveProvider,
  findProvider,
  findProviderAnywhere,
  isActive,
  listActiveProviders,
  matchProviders,
  stillBelieves,
} from "./provider-store.ts";
export { readInThread } from "./read-in-thread.ts";
export { addressToSignIn, describeService } from "./saml.ts";
export { serviceOf } from "./service.ts";
export type { Person, Vouching } from "./verified-identity.ts";

// SAML 2.0: identity providers of organizations, login requests, and the verification of responses.
export type { VerifiedAssertion } from "./assertion.ts";
export { requireCertificates } from "./certificates.ts";
export * from "./providers.ts";
export { loginUrl, serviceProviderFor, serviceProviderMetadata } from "./saml.ts";
export { verifyInWorker } from "./verify-in-worker.ts";

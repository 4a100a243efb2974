/** What is used of the library, which takes long to load. Its CommonJS has names only where they are imported statically. */
export { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from "@node-saml/node-saml";

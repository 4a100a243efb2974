// What is used of the library. It is imported statically, because a dynamic import of a CommonJS package has no names in the bundle.
export { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from "@node-saml/node-saml";

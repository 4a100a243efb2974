// The SAML providers of organizations.
export { samlProviders } from "./routes.ts";

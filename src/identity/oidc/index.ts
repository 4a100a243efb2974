// The OpenID Connect client: discovery, code exchange and claims. Importing it loads openid-client.
export { authorizationUrl, discoverProvider, exchangeCode } from "./client.ts";

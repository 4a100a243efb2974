// The routes and pages for signing in and out, outside of the versioned API.
export { serveSignIn } from "./routes.ts";
export { serveSingleSignOn } from "./sso-routes.ts";

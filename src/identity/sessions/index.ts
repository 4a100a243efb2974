// Browser sessions, their cookies, links that open one, the tickets of logins at identity providers, and which organizations enforce SSO.
export * from "./login-tickets.ts";
export * from "./sessions.ts";
export * from "./sign-in-links.ts";
export * from "./trusted-organizations.ts";

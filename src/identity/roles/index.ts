// Roles: memberships of organizations, grants on library items (spaces and collections), and the resulting roles.
export * from "./email-domains.ts";
export * from "./grants.ts";
export * from "./library-item-roles.ts";
export * from "./memberships.ts";
export * from "./server-admins.ts";

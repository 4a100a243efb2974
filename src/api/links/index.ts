// Links of content: their targets, statuses and backlinks; and the objects that references point to.
export { findAppLinkDestinations } from "./app-links.ts";
export { type ExternalObjects, findExternalObjects, findMemberUsers } from "./external-objects.ts";
export { links } from "./routes.ts";

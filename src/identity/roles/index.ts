// Roles: memberships of organizations, grants on library items (spaces and collections), and the resulting roles.
export { domainOf, parseDomain, setEmailDomains } from "./email-domains.ts";
export { countSpaces, isVisibleTo, itemsGrantedToMember, itemsGrantedToTeam } from "./granted-items.ts";
export * from "./grants.ts";
export * from "./library-item-roles.ts";
export { addMembers, deleteMember, findMembership } from "./memberships.ts";
export { includesRole, type Role, roles, type TeamRole, teamRoles } from "./roles.ts";

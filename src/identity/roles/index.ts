export { type Membership, resolveContentRole, resolveContentRoles } from "./content-roles.ts";
export { domainOf, parseDomain, setEmailDomains } from "./email-domains.ts";
export { countSpaces, givenToMember, givenToTeam, isVisibleTo } from "./given-contents.ts";
export {
  copyGrants,
  findHolders,
  type Holder,
  hasGrant,
  matchTeamGrants,
  matchUserGrants,
  setGrants,
} from "./grants.ts";
export { roleOfMember } from "./member-roles.ts";
export { addMembers, deleteMember, findMembership } from "./memberships.ts";
export { includesRole, type Role, roles, type TeamRole, teamRoles } from "./roles.ts";

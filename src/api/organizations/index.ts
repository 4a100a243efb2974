// Organizations, and the roles that operations on them need.
export { findInOrganization, membershipIn, onOrganization, requireRole } from "./access.ts";
export { createOrganization, firstOrganizationTitle } from "./change-organization.ts";
export { organizations } from "./routes.ts";
export { Organization, presentOrganization, presentOrganizationForCaller } from "./schema.ts";
export {
  findOrganization,
  findOrganizationByName,
  findOrganizations,
  isAdminOfAny,
  type OrganizationRow,
  selectOrganizationsOf,
} from "./store.ts";

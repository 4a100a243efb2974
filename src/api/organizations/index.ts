export { findBelonging, membershipIn, onOrganization, requireRole } from "./access.ts";
export { createOrganization } from "./create-organization.ts";
export { presentOrganization, presentOrganizationTo } from "./present.ts";
export { organizations } from "./routes.ts";
export { Organization } from "./schema.ts";
export {
  findOrganization,
  findOrganizationNamed,
  findOrganizations,
  isAdminSomewhere,
  type OrganizationRow,
} from "./store.ts";

import { type Role, roles } from "../../storage/database/index.ts";

export { type Role, roles, type TeamRole, teamRoles } from "../../storage/database/index.ts";

/** Whether a role includes the needed one. Guests have no role. */
export function includesRole(held: Role | null, needed: Role): boolean {
  return held !== null && roles.indexOf(held) <= roles.indexOf(needed);
}

export function bestRole(candidates: readonly Role[]): Role | null {
  return roles.find((role) => candidates.includes(role)) ?? null;
}

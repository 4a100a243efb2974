/** From the most to the least powerful; each includes all that follow. */
export const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export type Role = (typeof roles)[number];

export const teamRoles = ["owner", "member"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** Whether a role reaches another. Guests have none, and reach nothing. */
export function includesRole(held: Role | null, needed: Role): boolean {
  return held !== null && roles.indexOf(held) <= roles.indexOf(needed);
}

export function bestRole(candidates: readonly Role[]): Role | null {
  return roles.find((role) => candidates.includes(role)) ?? null;
}

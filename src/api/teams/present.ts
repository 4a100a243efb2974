import { includesRole, type Role } from "../../identity/roles/index.ts";
import type { Team } from "./schema.ts";
import type { TeamRow } from "./store.ts";

/** A team, to a caller with this role in the organization. */
export function presentTeam(row: TeamRow, role: Role | null): Team {
  return {
    object: "team",
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.created_at,
    permissions: { admin: managesTeam(row, role), view: seesTeam(row, role) },
  };
}

export function managesTeam({ caller_role }: TeamRow, role: Role | null): boolean {
  return includesRole(role, "admin") || caller_role === "owner";
}

/** A guest sees only the teams they are in. */
export function seesTeam({ caller_role }: TeamRow, role: Role | null): boolean {
  return includesRole(role, "read") || caller_role !== null;
}

import { type Static, Type } from "@sinclair/typebox";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { ListQuery, TeamRoleSchema, Timestamp } from "../http/index.ts";
import { Member } from "../members/index.ts";
import type { CountedTeamRow, TeamRow } from "./store.ts";

const Title = Type.String({ minLength: 1, maxLength: 64 });
export const TitleFilter = Type.Optional(
  Type.String({ maxLength: 512, description: "Part of the title, ignoring case and accents." }),
);
const MemberNames = Type.Array(Type.String(), { maxItems: 1000 });

export type Team = Static<typeof Team>;
export const Team = Type.Object(
  {
    object: Type.Literal("team"),
    id: Type.String(),
    title: Title,
    members: Type.Integer(),
    spaces: Type.Integer(),
    createdAt: Timestamp,
    permissions: Type.Object({ admin: Type.Boolean(), view: Type.Boolean() }),
  },
  { title: "Team" },
);

const TeamMembership = Type.Object({ role: TeamRoleSchema });

/** A team, and the role of the member in it. */
export const MemberTeam = Type.Object({ team: Team, member: TeamMembership });

export const TeamMember = Type.Object(
  { organization: Member, team: TeamMembership, permissions: Type.Object({ view: Type.Boolean() }) },
  { title: "TeamMember" },
);

export const TeamListQuery = Type.Object({
  ...ListQuery,
  owner: Type.Optional(Type.String({ description: "Only teams that the member with this id can manage." })),
  title: TitleFilter,
});

export const TeamCreate = Type.Object({ title: Title, members: Type.Optional(MemberNames) });
export const TeamUpdate = Type.Object({ title: Title });

export type TeamMembersUpdate = Static<typeof TeamMembersUpdate>;
export const TeamMembersUpdate = Type.Object({
  add: Type.Optional(MemberNames),
  remove: Type.Optional(MemberNames),
  memberships: Type.Optional(Type.Record(Type.String(), TeamMembership, { maxProperties: 1000 })),
});

export const TeamMemberUpdate = Type.Object({ role: Type.Optional(TeamRoleSchema) });

/** A team as a caller with this organization role sees it. */
export function presentTeam(row: CountedTeamRow, role: Role | null): Team {
  return {
    object: "team",
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.created_at,
    permissions: { admin: canManageTeam(row, role), view: canSeeTeam(row, role) },
  };
}

export function canManageTeam({ caller_role }: TeamRow, role: Role | null): boolean {
  return includesRole(role, "admin") || caller_role === "owner";
}

/** Guests see only the teams that they are in. */
export function canSeeTeam({ caller_role }: TeamRow, role: Role | null): boolean {
  return includesRole(role, "read") || caller_role !== null;
}

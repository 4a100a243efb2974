import { type Static, Type } from "@sinclair/typebox";
import { ListQuery, TeamRoleSchema, Timestamp } from "../http/index.ts";
import { Member } from "../members/index.ts";

const Title = Type.String({ minLength: 1, maxLength: 64 });
/** Part of a team's title, in any case. */
export const TitleFilter = Type.Optional(
  Type.String({ maxLength: 512, description: "Part of the title, in any case." }),
);
const People = Type.Array(Type.String(), { maxItems: 1000 });

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

/** A team, and what the member is in it. */
export const MemberTeam = Type.Object({ team: Team, member: TeamMembership });

export const TeamMember = Type.Object(
  { organization: Member, team: TeamMembership, permissions: Type.Object({ view: Type.Boolean() }) },
  { title: "TeamMember" },
);

export const TeamListQuery = Type.Object({
  ...ListQuery,
  owner: Type.Optional(Type.String({ description: "A member: only the teams they can manage." })),
  title: TitleFilter,
});

export const TeamCreate = Type.Object({ title: Title, members: Type.Optional(People) });
export const TeamUpdate = Type.Object({ title: Title });

export type TeamMembersUpdate = Static<typeof TeamMembersUpdate>;
export const TeamMembersUpdate = Type.Object({
  add: Type.Optional(People),
  remove: Type.Optional(People),
  memberships: Type.Optional(Type.Record(Type.String(), TeamMembership, { maxProperties: 1000 })),
});

export const TeamMemberUpdate = Type.Object({ role: Type.Optional(TeamRoleSchema) });

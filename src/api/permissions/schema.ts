import { type Static, Type } from "@sinclair/typebox";
import { roles } from "../../identity/roles/index.ts";
import { ListQuery, NullableRole, RoleSchema, StringEnum } from "../http/index.ts";
import { Team } from "../teams/index.ts";
import { User } from "../users/index.ts";

export const UserPermission = Type.Object(
  { permission: RoleSchema, user: User },
  { title: "UserPermission" },
);
export const TeamPermission = Type.Object(
  { permission: RoleSchema, team: Team },
  { title: "TeamPermission" },
);

const Ids = Type.Array(Type.String(), { minItems: 1, maxItems: 1000 });

export type Invitation = Static<typeof Invitation>;
export const Invitation = Type.Object({
  role: NullableRole,
  users: Type.Optional(Ids),
  teams: Type.Optional(Ids),
});

export const PermissionUpdate = Type.Object({ role: Type.Optional(NullableRole) });

export const AggregateQuery = Type.Object({
  ...ListQuery,
  role: Type.Optional(StringEnum(roles, { description: "Only members with exactly this role." })),
});

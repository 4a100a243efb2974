import { type Static, Type } from "@sinclair/typebox";
import { roles } from "../../identity/roles/index.ts";
import { ListQuery, NullableRole, Order, RoleSchema, StringEnum, Timestamp } from "../http/index.ts";
import { Space } from "../spaces/index.ts";
import { User } from "../users/index.ts";

export type Member = Static<typeof Member>;
export const Member = Type.Object(
  {
    object: Type.Literal("member"),
    id: Type.String({ description: "The id of the user." }),
    role: NullableRole,
    user: User,
    disabled: Type.Boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    sso: Type.Boolean(),
    spaces: Type.Integer({ description: "How many spaces the member can read." }),
    teams: Type.Integer(),
  },
  { title: "Member" },
);

export type MemberListQuery = Static<typeof MemberListQuery>;
export const MemberListQuery = Type.Object({
  ...ListQuery,
  order: Order,
  role: Type.Optional(StringEnum([...roles, "guest"])),
  search: Type.Optional(Type.String({ maxLength: 512, description: "Part of a name or e-mail address." })),
  sort: StringEnum(["joinedAt", "lastSeenAt"], {
    default: "joinedAt",
    description: "By `lastSeenAt`, only those who have been seen are listed.",
  }),
});

export const MemberUpdate = Type.Object({ role: Type.Optional(NullableRole) });

export const Claims = Type.Object({
  serviceVisitorClaims: Type.Optional(
    Type.String({ description: "A signed token that says who the member is, for an hour." }),
  ),
  gitbookVisitorClaims: Type.Optional(
    Type.String({ description: "The same, under the name that existing clients read." }),
  ),
});

/** A space, and what the member may do on it. */
export const MemberSpace = Type.Object({ permission: RoleSchema, space: Space });

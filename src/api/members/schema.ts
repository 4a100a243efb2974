import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { roles } from "../../identity/roles/index.ts";
import { ListQuery, NullableRole, Order, RoleSchema, StringEnum, Timestamp } from "../http/index.ts";
import { Space } from "../spaces/index.ts";
import { presentUser, User } from "../users/index.ts";
import type { MemberRow } from "./store.ts";

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
    spaces: Type.Integer({ description: "The number of spaces that the member can read." }),
    teams: Type.Integer(),
    sites: Type.Integer({ description: "The number of sites that the member can read." }),
  },
  { title: "Member" },
);

export type MemberListQuery = Static<typeof MemberListQuery>;
export const MemberListQuery = Type.Object({
  ...ListQuery,
  order: Order,
  role: Type.Optional(StringEnum([...roles, "guest"])),
  search: Type.Optional(Type.String({ maxLength: 512, description: "Part of a name or email address." })),
  sort: StringEnum(["joinedAt", "lastSeenAt", "name"], {
    default: "joinedAt",
    description: "With `lastSeenAt`, members who were never active are omitted.",
  }),
});

export const MemberUpdate = Type.Object({
  role: Type.Optional(NullableRole),
  disabled: Type.Optional(
    Type.Boolean({
      description: "A disabled member has no access, but keeps their role, teams and permissions.",
    }),
  ),
});

export const Claims = Type.Object({
  serviceVisitorClaims: Type.Optional(
    Type.String({ description: "A signed token with the identity of the member, valid for an hour." }),
  ),
  gitbookVisitorClaims: Type.Optional(
    Type.String({ description: "The same token, under the name that existing clients use." }),
  ),
});

/** A space, and the role of the member on it. */
export const MemberSpace = Type.Object({ permission: RoleSchema, space: Space });

export function presentMember(row: MemberRow, urls: Urls): Member {
  return {
    object: "member",
    id: row.user_id,
    role: row.role,
    user: presentUser({ ...row, id: row.user_id }, urls),
    disabled: row.disabled === 1,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at ?? undefined,
    sso: row.sso === 1,
    spaces: row.spaces,
    teams: row.teams,
    sites: row.sites,
  };
}

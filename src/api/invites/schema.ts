import { type Static, Type } from "@sinclair/typebox";
import { Collection } from "../collections/index.ts";
import { NullableRole } from "../http/index.ts";
import { Space } from "../spaces/index.ts";

const Email = Type.String({ maxLength: 320 });

export type InviteUsers = Static<typeof InviteUsers>;
export const InviteUsers = Type.Object({
  emails: Type.Array(
    Type.Union([Email, Type.Object({ email: Email, role: NullableRole })], {
      description: "An email address, or an email address with a role.",
    }),
    { minItems: 1, maxItems: 1000 },
  ),
  role: Type.Optional(NullableRole),
  sso: Type.Optional(Type.Boolean()),
});

export type InvitedUsers = Static<typeof InvitedUsers>;
export const InvitedUsers = Type.Object({
  users: Type.Array(Type.String({ description: "Ids of the users who were added." })),
  invited: Type.Integer({ description: "The number of users who were added." }),
  failedSSOEmails: Type.Optional(
    Type.Array(
      Type.String({
        description: "Users who were added, but not as SSO members, since they are in another organization.",
      }),
    ),
  ),
});

/** A link to the organization has a role; one to a space or collection has a level and that item. */
export type LinkInvite = Static<typeof LinkInvite>;
export const LinkInvite = Type.Object(
  {
    object: Type.Literal("invite"),
    id: Type.String(),
    role: Type.Optional(NullableRole),
    level: Type.Optional(NullableRole),
    space: Type.Optional(Space),
    collection: Type.Optional(Collection),
    redundant: Type.Boolean({ description: "The caller has this role or a higher one already." }),
  },
  { title: "LinkInvite" },
);

export type LinkInviteUpdate = Static<typeof LinkInviteUpdate>;
export const LinkInviteUpdate = Type.Object({
  role: Type.Optional(NullableRole),
  level: Type.Optional(NullableRole),
});

export type LinkInviteCreate = Static<typeof LinkInviteCreate>;
export const LinkInviteCreate = Type.Object({
  ...LinkInviteUpdate.properties,
  space: Type.Optional(Type.String()),
  collection: Type.Optional(Type.String()),
});

import { type Static, Type } from "@sinclair/typebox";
import { Collection } from "../collections/index.ts";
import { HttpUrl, ListQuery, NullableRole, StringEnum, Timestamp } from "../http/index.ts";
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
  created: Type.Optional(
    Type.Array(Type.String(), { description: "Ids of those who had no account before." }),
  ),
  failedSSOEmails: Type.Optional(
    Type.Array(
      Type.String({
        description: "Users who were added, but not as SSO members, since they are in another organization.",
      }),
    ),
  ),
});

export type InvitationLink = Static<typeof InvitationLink>;
export const InvitationLink = Type.Object(
  {
    object: Type.Literal("invitation-link"),
    url: {
      ...HttpUrl,
      description:
        "Where the new member sets their first password, once. Whoever opens it becomes that member.",
    },
    expiresAt: Timestamp,
  },
  { title: "InvitationLink" },
);

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

/** What somebody with an invite link may know before they join. */
export const Invitation = Type.Object(
  {
    object: Type.Literal("invitation"),
    organization: Type.Object({ id: Type.String(), title: Type.String() }),
    item: Type.Optional(
      Type.Object(
        { object: StringEnum(["space", "collection"]), id: Type.String(), title: Type.String() },
        { description: "The space or collection to which the link leads." },
      ),
    ),
  },
  { title: "Invitation" },
);

export const LinkInviteQuery = Type.Object({
  ...ListQuery,
  space: Type.Optional(Type.String({ description: "List the links to this space." })),
  collection: Type.Optional(Type.String({ description: "List the links to this collection." })),
});

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

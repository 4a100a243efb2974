import { type Static, Type } from "@sinclair/typebox";
import { browsers, devices, operatingSystems, parseUserAgent } from "../../insights/index.ts";
import { loginMethods } from "../../storage/database/index.ts";
import { type Context, StringEnum, Timestamp } from "../http/index.ts";
import { BoundOrganization, presentBinding, type TokenRow } from "../tokens/index.ts";
import { User } from "../users/index.ts";

export type Session = Static<typeof Session>;
export const Session = Type.Object(
  {
    object: Type.Literal("session"),
    id: Type.String(),
    method: Type.Optional(
      StringEnum(loginMethods, {
        description:
          "How the user signed in. `link`: with a sign-in link. Sessions of earlier versions have none.",
      }),
    ),
    provider: Type.Optional(Type.String({ description: "The label of the identity provider." })),
    browser: StringEnum(browsers),
    system: StringEnum(operatingSystems),
    device: StringEnum(devices),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional({ ...Timestamp, description: "To the minute." }),
    expiresAt: Type.Optional(Timestamp),
    organization: Type.Optional(BoundOrganization),
    current: Type.Boolean({ description: "Whether this call was made in it." }),
  },
  { title: "Session" },
);

export const Account = Type.Object(
  {
    object: Type.Literal("account"),
    user: User,
    hasPassword: Type.Boolean(),
    canSetPassword: Type.Boolean({
      description: "Whether the caller may set a password, with the current one if there is one.",
    }),
    serverAdmin: Type.Boolean({ description: "Whether the caller may operate the server." }),
    missing: Type.Object(
      {
        displayName: Type.Boolean({
          description: "Whether the user still has the name of a new server's admin.",
        }),
        password: Type.Boolean({ description: "Whether the caller may set a first password." }),
        organizationTitle: Type.Optional(
          Type.String({
            description: "The id of an organization that still has the title of a new server's organization.",
          }),
        ),
      },
      { description: "What the admin of a new server has not set yet." },
    ),
    session: Type.Optional(Session),
  },
  { title: "Account" },
);

export type PasswordUpdate = Static<typeof PasswordUpdate>;
export const PasswordUpdate = Type.Object({
  password: Type.String({ maxLength: 256, description: "At least 8 characters." }),
  currentPassword: Type.Optional(
    Type.String({ maxLength: 256, description: "Required if the user has a password." }),
  ),
});

export function presentSession(row: TokenRow, currentId: string, { config }: Context): Session {
  const { browser, os, device } = parseUserAgent(row.user_agent ?? "");
  const oidcLabel = row.login_method === "oidc" ? config.oidc?.label : undefined;
  return {
    object: "session",
    id: row.id,
    method: row.login_method ?? undefined,
    provider: row.provider_label ?? oidcLabel,
    browser,
    system: os,
    device,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    organization: presentBinding(row),
    current: row.id === currentId,
  };
}

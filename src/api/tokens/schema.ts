import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { HttpUrl, Timestamp } from "../http/index.ts";
import { User } from "../users/index.ts";
import type { TokenRow } from "./store.ts";

export const BoundOrganization = Type.Object(
  { id: Type.String(), title: Type.String() },
  { description: "The only organization that it is valid in." },
);

export type ApiToken = Static<typeof ApiToken>;
export const ApiToken = Type.Object(
  {
    object: Type.Literal("api-token"),
    id: Type.String(),
    name: Type.String(),
    prefix: Type.Optional(
      Type.String({ description: "The first characters. Some tokens of earlier versions have none." }),
    ),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    lastUsedAt: Type.Optional({ ...Timestamp, description: "To the minute." }),
    organization: Type.Optional(BoundOrganization),
    current: Type.Boolean({ description: "Whether this call was made with it." }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "ApiToken" },
);

export const CreatedToken = Type.Object(
  {
    ...ApiToken.properties,
    token: Type.String({ description: "The token itself. It is not shown again." }),
  },
  { title: "CreatedApiToken" },
);

export const MemberToken = Type.Object({ ...ApiToken.properties, user: User }, { title: "MemberApiToken" });

export type TokenCreate = Static<typeof TokenCreate>;
export const TokenCreate = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  expiresAt: Type.Optional({
    ...Timestamp,
    description:
      "In the future. A token can create only tokens that expire before it or with it; revoking it revokes them.",
  }),
  organization: Type.Optional(
    Type.String({ description: "The id of an organization of the caller, to which the token is bound." }),
  ),
});

export function presentToken(row: TokenRow, currentId: string, location: string): ApiToken {
  return {
    object: "api-token",
    id: row.id,
    name: row.name,
    prefix: row.prefix ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    organization: presentBinding(row),
    current: row.id === currentId,
    urls: { location },
  };
}

/** The organization to which a token or session is bound. */
export function presentBinding({ bound_id, bound_title }: Pick<TokenRow, "bound_id" | "bound_title">) {
  return bound_id === null || bound_title === null ? undefined : { id: bound_id, title: bound_title };
}

export function tokenLocation(urls: Urls, id: string): string {
  return urls.api(`/user/tokens/${id}`);
}

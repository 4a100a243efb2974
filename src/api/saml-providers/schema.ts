import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl, NullableRole, nullable, StringEnum, Timestamp } from "../http/index.ts";
import { Team } from "../teams/index.ts";

const Label = Type.String({ minLength: 1, maxLength: 30 });
const EntityID = Type.String({ maxLength: 1024 });
const Certificate = Type.String({
  maxLength: 10_000,
  description: "The certificates of the provider's signing keys: X.509 in PEM, or one in Base64.",
});

export type SamlProvider = Static<typeof SamlProvider>;
export const SamlProvider = Type.Object(
  {
    object: Type.Literal("saml-provider"),
    id: Type.String(),
    label: Label,
    ssoURL: Type.Optional(Type.String({ maxLength: 2048 })),
    entityID: Type.Optional(EntityID),
    certificate: Type.Optional(Certificate),
    defaultTeam: Type.Optional(Team),
    defaultRole: NullableRole,
    createdAt: Timestamp,
    status: StringEnum(["pending", "active"], {
      description: "`active` if `entityID`, `certificate` and `ssoURL` are set.",
    }),
    service: Type.Object(
      { acsURL: HttpUrl, startURL: HttpUrl, entityID: EntityID },
      { description: "The settings to enter at the provider, also available as metadata at `entityID`." },
    ),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "SAMLProvider" },
);

const fields = {
  entityID: Type.Optional(EntityID),
  certificate: Type.Optional(Certificate),
  ssoURL: Type.Optional(HttpUrl),
  defaultTeam: Type.Optional(
    nullable(Type.String({ description: "The id of the team that new members join; null for none." })),
  ),
  defaultRole: Type.Optional(NullableRole),
};

export const SamlProviderCreate = Type.Object({ label: Label, ...fields });

export type SamlProviderUpdate = Static<typeof SamlProviderUpdate>;
export const SamlProviderUpdate = Type.Object({ label: Type.Optional(Label), ...fields });

export const SsoLogin = Type.Object(
  { id: Type.String(), label: Label, startURL: HttpUrl },
  { title: "SSOProviderLogin" },
);

import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl, NullableRole, nullable, StringEnum, Timestamp } from "../http/index.ts";
import { Team } from "../teams/index.ts";

const Label = Type.String({ minLength: 1, maxLength: 30 });
const EntityID = Type.String({ maxLength: 1024 });
const Certificate = Type.String({
  maxLength: 10_000,
  description:
    "What the provider signs with: X.509 in PEM, or only its Base64. Several may stand below each other.",
});

export type SamlProvider = Static<typeof SamlProvider>;
export const SamlProvider = Type.Object(
  {
    object: Type.Literal("saml-provider"),
    id: Type.String(),
    label: Label,
    // Every client expects these three to be there: what is not known yet is an empty text.
    ssoURL: Type.String({ maxLength: 2048 }),
    entityID: EntityID,
    certificate: Certificate,
    defaultTeam: Type.Optional(Team),
    defaultRole: NullableRole,
    createdAt: Timestamp,
    status: StringEnum(["pending", "active"], {
      description: "`active` once `entityID`, `certificate` and `ssoURL` are all known.",
    }),
    service: Type.Object(
      { acsURL: HttpUrl, startURL: HttpUrl, entityID: EntityID },
      { description: "What the provider has to know of this server; its metadata are at `entityID`." },
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
    nullable(Type.String({ description: "The id of the team that newcomers are put into; null for none." })),
  ),
  defaultRole: Type.Optional(NullableRole),
};

export const SamlProviderCreate = Type.Object({ label: Label, ...fields });

export type SamlProviderUpdate = Static<typeof SamlProviderUpdate>;
export const SamlProviderUpdate = Type.Object({ label: Type.Optional(Label), ...fields });

/** How somebody begins to sign in. */
export const SsoLogin = Type.Object(
  { id: Type.String(), label: Label, startURL: HttpUrl },
  { title: "SSOProviderLogin" },
);

import { type Static, Type } from "@sinclair/typebox";
import { installationSelections, installationStatuses } from "../../storage/database/index.ts";
import { HttpUrl, ListQuery, patternMessage, StringEnum, Timestamp } from "../http/index.ts";
import { Integration, IntegrationBlock } from "../integrations/index.ts";
import type { Site } from "../sites/index.ts";
import type { Space } from "../spaces/index.ts";

const Status = StringEnum(installationStatuses, {
  description: "`pending` while required properties of the configuration are missing or invalid.",
});
const Selection = StringEnum(installationSelections, {
  description: "`all` includes spaces or sites that are created later.",
});
const Configuration = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "The configured values and the defaults. Empty for callers who may not change them.",
});
const ExternalIds = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: "^[^\\n]*$",
    [patternMessage]: "must not contain line breaks",
  }),
  { maxItems: 5, description: "The ids of the installation in other systems." },
);

export type Installation = Static<typeof Installation>;
export const Installation = Type.Object(
  {
    id: Type.String(),
    status: Status,
    space_selection: Selection,
    site_selection: Selection,
    spaces: Type.Integer({ description: "The number of spaces that the integration is installed on." }),
    configuration: Configuration,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({
      location: HttpUrl,
      app: HttpUrl,
      publicEndpoint: HttpUrl,
      publicContentEndpoint: HttpUrl,
    }),
    externalIds: ExternalIds,
    target: Type.Object({ organization: Type.String() }),
  },
  { title: "IntegrationInstallation" },
);

const placed = {
  integration: Type.String(),
  installation: Type.String(),
  status: Status,
  configuration: Configuration,
  externalIds: ExternalIds,
  urls: Type.Object({ location: HttpUrl, publicEndpoint: HttpUrl, publicContentEndpoint: HttpUrl }),
};

export type SpaceInstallation = Static<typeof SpaceInstallation>;
export const SpaceInstallation = Type.Object(
  {
    ...placed,
    space: Type.Unsafe<string | Space>({ description: "The id, or the whole space if `extended` is true." }),
  },
  { title: "IntegrationSpaceInstallation" },
);

export type SiteInstallation = Static<typeof SiteInstallation>;
export const SiteInstallation = Type.Object(
  {
    ...placed,
    site: Type.Unsafe<string | Site>({ description: "The id, or the whole site if `extended` is true." }),
  },
  { title: "IntegrationSiteInstallation" },
);

export const InstallationCreate = Type.Object({
  organization: Type.String({ minLength: 1, description: "The id of an organization, or its subdomain." }),
});

export type PlacedInstallationUpdate = Static<typeof PlacedInstallationUpdate>;
export const PlacedInstallationUpdate = Type.Object({
  externalIds: Type.Optional(ExternalIds),
  configuration: Type.Optional(Configuration),
});

export type InstallationUpdate = Static<typeof InstallationUpdate>;
export const InstallationUpdate = Type.Object({
  ...PlacedInstallationUpdate.properties,
  space_selection: Type.Optional(Selection),
  site_selection: Type.Optional(Selection),
});

const externalId = Type.Optional(
  Type.String({ maxLength: 512, description: "Only installations with this external id." }),
);
const extended = Type.Boolean({
  default: false,
  description: "Whether to return the whole space or site instead of its id.",
});

export const ExtendedQuery = Type.Object({ extended });
export const InstallationListQuery = Type.Object({ ...ListQuery, externalId });
export const PlacedListQuery = Type.Object({ ...ListQuery, extended });
export const AllPlacedListQuery = Type.Object({ ...ListQuery, externalId, extended });
export const SearchListQuery = Type.Object({
  ...ListQuery,
  search: Type.Optional(
    Type.String({ maxLength: 512, description: "Part of the name or title of the integration." }),
  ),
});

export const InstalledIntegration = Type.Object({ installation: Installation, integration: Integration });
export const IntegrationStatus = Type.Object({ status: Status });
export const IntegrationWithStatus = Type.Object({
  status: Status,
  integration: Integration,
  target: Type.Object({ type: Type.Literal("organization"), organizationId: Type.String() }),
});
export const IntegrationBlocks = Type.Array(
  Type.Object({ name: Type.String(), blocks: Type.Array(IntegrationBlock) }),
);

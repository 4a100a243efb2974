import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { includesRole } from "../../identity/roles/index.ts";
import { communityTypes, organizationTypes, useCases } from "../../storage/database/index.ts";
import { HttpUrl, NullableRole, nullable, patternMessage, StringEnum, Timestamp } from "../http/index.ts";
import {
  noRules,
  OrganizationMergeRules,
  PresentedOrganizationRules,
  parseOrganizationRules,
} from "../merge-rules/index.ts";
import type { OrganizationRow } from "./store.ts";

const Title = Type.String({ minLength: 2, maxLength: 255 });
const EmailDomains = Type.Array(Type.String({ maxLength: 253 }), { maxItems: 1000 });
const Hostname = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
  [patternMessage]: "must be lowercase letters, digits and hyphens, with no hyphen at either end",
});

const DefaultContent = Type.Object({ type: StringEnum(["site"]), site: Type.String() });

/** Fields about paid plans, which clients expect. Lectern has none, so most are never set. */
const Billing = {
  plan: Type.String(),
  billing: Type.Optional(
    Type.Object({
      interval: Type.String(),
      endDate: nullable(Timestamp),
      hasPaymentFailed: Type.Boolean(),
      isScheduledToCancel: Type.Boolean(),
    }),
  ),
  trial: Type.Object({
    status: Type.String(),
    count: Type.Integer(),
    endDate: Type.Optional(Timestamp),
    decision: Type.Optional(Type.String()),
  }),
  customHostname: Type.Optional(Type.String()),
  blocked: Type.Optional(Type.Object({ reason: Type.String() })),
  internal_billingMigration: Type.Optional(
    Type.Object({
      deadline: Type.Optional(Timestamp),
      discountPercent: Type.Optional(Type.Number()),
      discountEndDate: Type.Optional(Timestamp),
    }),
  ),
  internal_isOnNewTrial: Type.Boolean({ deprecated: true }),
};

const OrganizationPermissions = Type.Object({
  view: Type.Boolean(),
  access: Type.Boolean(),
  admin: Type.Boolean(),
  ownTeam: Type.Boolean(),
  createContent: Type.Boolean(),
  createOpenAPISpec: Type.Boolean(),
  ingestConversations: Type.Boolean(),
  viewBilling: Type.Boolean(),
  listMembers: Type.Boolean(),
  listTeams: Type.Boolean(),
  listIntegrations: Type.Boolean(),
  listInstallations: Type.Boolean(),
  installIntegration: Type.Boolean(),
});

export type Organization = Static<typeof Organization>;
export const Organization = Type.Object(
  {
    object: Type.Literal("organization"),
    id: Type.String(),
    title: Title,
    createdAt: Timestamp,
    emailDomains: Type.Array(Type.String()),
    hostname: Type.Optional(Hostname),
    type: StringEnum(organizationTypes),
    useCase: Type.Optional(StringEnum(useCases)),
    communityType: Type.Optional(StringEnum(communityTypes)),
    defaultRole: NullableRole,
    defaultContent: Type.Optional(DefaultContent),
    sso: Type.Boolean(),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
    mergeRules: PresentedOrganizationRules,
    ...Billing,
    urls: Type.Object({ location: HttpUrl, app: HttpUrl, logo: Type.Optional(HttpUrl) }),
    permissions: OrganizationPermissions,
  },
  { title: "Organization" },
);

export const Subdomain = Type.Object(
  {
    object: Type.Literal("subdomain"),
    subdomain: Hostname,
    target: Type.Object({ type: Type.Literal("organization"), organization: Type.String() }),
    isActive: Type.Boolean({ description: "Whether the organization has a published site." }),
  },
  { title: "Subdomain" },
);

export type OrganizationCreate = Static<typeof OrganizationCreate>;
export const OrganizationCreate = Type.Object({
  title: Title,
  emailDomains: Type.Optional(EmailDomains),
  type: Type.Optional(StringEnum(organizationTypes)),
  useCase: Type.Optional(StringEnum(useCases)),
  communityType: Type.Optional(StringEnum(communityTypes)),
});

export type OrganizationUpdate = Static<typeof OrganizationUpdate>;
export const OrganizationUpdate = Type.Object({
  title: Type.Optional(Title),
  emailDomains: Type.Optional(EmailDomains),
  hostname: Type.Optional(Hostname),
  defaultRole: Type.Optional(NullableRole),
  defaultContent: Type.Optional(nullable(DefaultContent)),
  logo: Type.Optional(nullable(HttpUrl)),
  sso: Type.Optional(Type.Boolean()),
  ai: Type.Optional(Type.Boolean()),
  inviteLinks: Type.Optional(Type.Boolean()),
  mergeRules: Type.Optional(OrganizationMergeRules),
});

export function presentOrganization(row: OrganizationRow, urls: Urls): Organization {
  return {
    object: "organization",
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    emailDomains: row.email_domains === "" ? [] : row.email_domains.split(","),
    hostname: row.hostname ?? undefined,
    type: row.type,
    useCase: row.use_case ?? undefined,
    communityType: row.community_type ?? undefined,
    defaultRole: row.default_role,
    defaultContent: row.default_site_id === null ? undefined : { type: "site", site: row.default_site_id },
    sso: row.sso === 1,
    ai: row.ai === 1,
    inviteLinks: row.invite_links === 1,
    mergeRules: parseOrganizationRules(row.merge_rules),
    // Lectern has no paid plans.
    plan: "free_2024",
    trial: { status: "notapplicable", count: 0 },
    internal_isOnNewTrial: true,
    urls: {
      location: urls.api(`/orgs/${row.id}`),
      app: urls.app(`/orgs/${row.id}`),
      logo: row.logo_url ?? undefined,
    },
    permissions: permissionsOf(row),
  };
}

/** Presents an organization, without its settings if the caller is not a member. */
export function presentOrganizationForCaller(row: OrganizationRow, urls: Urls): Organization {
  if (row.is_member === 1) return presentOrganization(row, urls);
  const hidden = {
    email_domains: "",
    use_case: null,
    community_type: null,
    default_role: null,
    default_site_id: null,
    sso: 0,
    ai: 0,
    invite_links: 0,
    merge_rules: noRules,
  } satisfies Partial<OrganizationRow>;
  return presentOrganization({ ...row, ...hidden }, urls);
}

function permissionsOf({ role, is_member, owns_team }: OrganizationRow): Organization["permissions"] {
  const [admin, create, read] = [
    includesRole(role, "admin"),
    includesRole(role, "create"),
    includesRole(role, "read"),
  ];
  return {
    view: is_member === 1,
    access: is_member === 1,
    admin,
    ownTeam: owns_team === 1,
    createContent: create,
    createOpenAPISpec: create,
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: read,
    listTeams: read,
    listIntegrations: read,
    listInstallations: read,
    installIntegration: admin,
  };
}

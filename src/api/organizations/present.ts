import type { Urls } from "../../config/index.ts";
import { includesRole } from "../../identity/roles/index.ts";
import type { Organization } from "./schema.ts";
import type { OrganizationRow } from "./store.ts";

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
    // Nothing in Lectern is sold: whoever runs it has all of it, and there is nothing to try first.
    plan: "free_2024",
    trial: { status: "notapplicable" },
    internal_isOnNewTrial: true,
    urls: {
      location: urls.api(`/orgs/${row.id}`),
      app: urls.app(`/orgs/${row.id}`),
      logo: row.logo_url ?? undefined,
    },
    permissions: permissionsOf(row),
  };
}

/** The same; to others than its members, without what is their own business. */
export function presentOrganizationTo(row: OrganizationRow, urls: Urls): Organization {
  if (row.is_member === 1) return presentOrganization(row, urls);
  const unsaid = {
    email_domains: "",
    use_case: null,
    community_type: null,
    default_role: null,
    default_site_id: null,
    sso: 0,
    ai: 0,
    invite_links: 0,
  } satisfies Partial<OrganizationRow>;
  return presentOrganization({ ...row, ...unsaid }, urls);
}

function permissionsOf({ role, is_member, owns_team }: OrganizationRow): Organization["permissions"] {
  const admin = includesRole(role, "admin");
  const creator = includesRole(role, "create");
  const reader = includesRole(role, "read");
  return {
    view: is_member === 1,
    admin,
    ownTeam: owns_team === 1,
    createContent: creator,
    createOpenAPISpec: creator,
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: reader,
    listTeams: reader,
    listIntegrations: reader,
    listInstallations: reader,
    installIntegration: admin,
  };
}

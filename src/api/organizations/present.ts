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
    // Lectern has no paid plans.
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

/** The same; callers who are not members do not see its settings. */
export function presentOrganizationTo(row: OrganizationRow, urls: Urls): Organization {
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

import { isActive, serviceProviderFor } from "../../identity/saml/index.ts";
import { inBatches, type SamlProviderTable } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { OrganizationRow } from "../organizations/index.ts";
import { presentTeam, teamColumns } from "../teams/index.ts";
import type { SamlProvider } from "./schema.ts";

interface Viewing {
  readonly context: Context;
  readonly organization: OrganizationRow;
  readonly caller: { readonly userId: string };
}

/** Providers with their teams, as a member of the organization sees them. */
export async function presentProviders(
  { context, organization, caller }: Viewing,
  rows: readonly SamlProviderTable[],
): Promise<SamlProvider[]> {
  const teamIds = new Set(rows.flatMap(({ default_team_id }) => default_team_id ?? []));
  const teams = await inBatches([...teamIds], (batch) =>
    context.database.read
      .selectFrom("teams")
      .where("teams.organization_id", "=", organization.id)
      .where("teams.id", "in", batch)
      .select(teamColumns(caller.userId))
      .execute(),
  );
  return rows.map((row) => {
    const team = teams.find(({ id }) => id === row.default_team_id);
    return {
      object: "saml-provider",
      id: row.id,
      label: row.label,
      ssoURL: row.sso_url ?? "",
      entityID: row.entity_id ?? "",
      certificate: row.certificate ?? "",
      defaultTeam: team && presentTeam(team, organization.role),
      defaultRole: row.default_role,
      createdAt: row.created_at,
      status: isActive(row) ? "active" : "pending",
      service: serviceProviderFor(context.config, row.id),
      urls: { location: context.urls.api(`/orgs/${row.organization_id}/saml/${row.id}`) },
    };
  });
}

import { isActive, serviceProviderFor } from "../../identity/saml/index.ts";
import { inBatches, type Reader, type SamlProviderTable } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { OrganizationRow } from "../organizations/index.ts";
import { presentTeam, type TeamRow, teamColumns } from "../teams/index.ts";
import type { SamlProvider } from "./schema.ts";

/** Providers, each with its team, to a member of their organization. */
export async function presentProviders(
  { context, organization, caller }: Viewing,
  rows: readonly SamlProviderTable[],
): Promise<SamlProvider[]> {
  const teams = await findTeams(
    context.database.read,
    organization.id,
    rows.flatMap(({ default_team_id }) => default_team_id ?? []),
    caller.userId,
  );
  return rows.map((row) => {
    const team = teams.get(row.default_team_id ?? "");
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

interface Viewing {
  readonly context: Context;
  readonly organization: OrganizationRow;
  readonly caller: { readonly userId: string };
}

async function findTeams(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
  callerId: string,
): Promise<Map<string, TeamRow>> {
  const rows = await inBatches([...new Set(ids)], (batch) =>
    db
      .selectFrom("teams")
      .where("teams.organization_id", "=", organizationId)
      .where("teams.id", "in", batch)
      .select(teamColumns(callerId))
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

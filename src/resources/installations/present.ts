import { resolveContentRoles } from "../../access/content-roles.ts";
import { includesRole, type Role } from "../../access/roles.ts";
import type { Context } from "../../context.ts";
import type { InstallationStatus } from "../../enumerations.ts";
import type { Call } from "../../http/operation.ts";
import { missingIn, withDefaults } from "../integrations/configuration.ts";
import { detailsOf, pathOf as pathOfIntegration } from "../integrations/present.ts";
import type { IntegrationConfiguration, IntegrationConfigurations } from "../integrations/schema.ts";
import { presentSite } from "../sites/present.ts";
import { findShownSites } from "../sites/store.ts";
import { presentSpaces, viewerOf } from "../spaces/present.ts";
import { findSpaces } from "../spaces/store.ts";
import type { Installation, SiteInstallation, SpaceInstallation } from "./schema.ts";
import { type InstallationRow, type PlacedRow, splitExternalIds } from "./store.ts";

type Configured = Pick<InstallationRow, "configuration" | "details">;

/** What the integration wants to know in a place of this kind. */
export function configurationFor(
  row: Pick<Configured, "details">,
  place: keyof IntegrationConfigurations,
): IntegrationConfiguration | undefined {
  return detailsOf(row).configurations?.[place];
}

/** How far it is configured; with what, is shown to those who may change it, since there may be keys among it. */
function presentConfiguration(
  row: Configured,
  place: keyof IntegrationConfigurations,
  mayChange: boolean,
): { status: InstallationStatus; configuration: Record<string, unknown> } {
  const wanted = configurationFor(row, place);
  const values: Record<string, unknown> = JSON.parse(row.configuration);
  return {
    status: missingIn(values, wanted).length === 0 ? "active" : "pending",
    configuration: mayChange ? { ...withDefaults(values, wanted) } : {},
  };
}

/** Where it is found, below /v1. */
function pathOf({ integration, id }: Pick<InstallationRow, "integration" | "id">): string {
  return `${pathOfIntegration({ name: integration })}/installations/${id}`;
}

export function presentInstallation(row: InstallationRow, { urls }: Pick<Context, "urls">): Installation {
  const path = pathOf(row);
  return {
    id: row.id,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: row.spaces,
    ...presentConfiguration(row, "account", includesRole(row.role, "admin")),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: {
      location: urls.api(path),
      app: urls.app(path),
      publicEndpoint: urls.api(`${path}/integration`),
    },
    externalIds: splitExternalIds(row.external_ids),
    target: { organization: row.organization_id },
  };
}

function presentPlaced(
  row: PlacedRow,
  place: "space" | "site",
  mayChange: boolean,
  { urls }: Pick<Context, "urls">,
) {
  const { installation_id: installation, integration } = row;
  const path = `${pathOf({ integration, id: installation })}/${place}s/${row.space_id ?? row.site_id}`;
  return {
    integration,
    installation,
    ...presentConfiguration(row, place, mayChange),
    externalIds: splitExternalIds(row.external_ids),
    urls: { location: urls.api(path), publicEndpoint: urls.api(`${path}/integration`) },
  };
}

/** Installations on spaces; extended, with the spaces themselves. */
export async function presentSpaceInstallations(
  call: Pick<Call, "context" | "caller">,
  rows: readonly PlacedRow[],
  extended: boolean,
): Promise<SpaceInstallation[]> {
  const { context } = call;
  const known = await Promise.all(
    [...Map.groupBy(rows, (row) => row.organization_id).values()].map((ofOne) =>
      lookUpSpaces(call, ofOne, extended),
    ),
  );
  const roles = new Map(known.flatMap((each) => [...each.roles]));
  const spaces = new Map(known.flatMap((each) => each.spaces).map((space) => [space.id, space]));
  return rows.map((row) => {
    const id = row.space_id ?? "";
    const mayChange = includesRole(roles.get(id) ?? null, "admin");
    return { ...presentPlaced(row, "space", mayChange, context), space: spaces.get(id) ?? id };
  });
}

/** What the caller is to the spaces of one organization, and what they see of them. */
async function lookUpSpaces(
  { context, caller }: Pick<Call, "context" | "caller">,
  rows: readonly PlacedRow[],
  extended: boolean,
) {
  const { read } = context.database;
  const { organization_id: organizationId = "", role = null } = rows[0] ?? {};
  const member = { organizationId, userId: caller.userId, role };
  const ids = rows.map((row) => row.space_id ?? "");
  const [roles, found] = await Promise.all([
    resolveContentRoles(read, member, ids),
    findSpaces(read, organizationId, extended ? ids : []),
  ]);
  const roleOn = ({ id }: { readonly id: string }): Role | null => roles.get(id) ?? null;
  return { roles, spaces: await presentSpaces(context, [...found.values()], roleOn, viewerOf(member)) };
}

/** Installations on sites; extended, with the sites themselves. */
export async function presentSiteInstallations(
  { context }: Pick<Call, "context" | "caller">,
  rows: readonly PlacedRow[],
  extended: boolean,
): Promise<SiteInstallation[]> {
  const ids = rows.map((row) => row.site_id ?? "");
  const found = await findShownSites(context.database.read, extended ? ids : []);
  const sites = new Map(found.map((row) => [row.id, presentSite(context, row)]));
  return rows.map((row) => {
    const id = row.site_id ?? "";
    const mayChange = includesRole(row.role, "admin");
    return { ...presentPlaced(row, "site", mayChange, context), site: sites.get(id) ?? id };
  });
}

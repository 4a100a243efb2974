import { includesRole, type Role, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { findDetailsOfSites } from "../../publishing/index.ts";
import type { InstallationStatus } from "../../storage/database/index.ts";
import type { Call, Context } from "../http/index.ts";
import {
  detailsOf,
  findMistake,
  type IntegrationConfiguration,
  type IntegrationConfigurations,
  type IntegrationRow,
  pathOf as pathOfIntegration,
  withDefaults,
} from "../integrations/index.ts";
import { presentSite } from "../sites/index.ts";
import { findSpaces, memberViewer, presentSpaces } from "../spaces/index.ts";
import type { Installation, SiteInstallation, SpaceInstallation } from "./schema.ts";
import { countSpaces, type InstallationRow, type PlacedRow, splitExternalIds } from "./store.ts";

type Presenting = Pick<Call, "context" | "caller">;
type Detailed = Pick<IntegrationRow, "details">;

/** What the integration wants to know in a place of this kind. */
export function configurationFor(
  integration: Detailed,
  place: keyof IntegrationConfigurations,
): IntegrationConfiguration | undefined {
  return detailsOf(integration).configurations?.[place];
}

/** How far it is configured; with what, is shown to those who may change it, since there may be keys among it. */
function presentConfiguration(
  text: string,
  wanted: IntegrationConfiguration | undefined,
  mayChange: boolean,
): { status: InstallationStatus; configuration: Record<string, unknown> } {
  const values: Record<string, unknown> = JSON.parse(text);
  return {
    status: statusOf(values, wanted),
    configuration: mayChange ? { ...withDefaults(values, wanted) } : {},
  };
}

function statusOf(
  values: Record<string, unknown>,
  wanted: IntegrationConfiguration | undefined,
): InstallationStatus {
  return findMistake(values, wanted) === undefined ? "active" : "pending";
}

/** How far an installation on an organization is set up. */
export function presentStatus(row: InstallationRow, integration: Detailed): InstallationStatus {
  return statusOf(JSON.parse(row.configuration), configurationFor(integration, "account"));
}

/** Where it is found, below /v1. */
function pathOf({ integration, id }: Pick<InstallationRow, "integration" | "id">): string {
  return `${pathOfIntegration({ name: integration })}/installations/${id}`;
}

/** Installations on organizations, each of an integration. */
export async function presentInstallations(
  { context }: Presenting,
  rows: readonly InstallationRow[],
  integrationOf: (row: InstallationRow) => Detailed,
): Promise<Installation[]> {
  const spaces = await countSpaces(
    context.database.read,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const path = pathOf(row);
    const wanted = configurationFor(integrationOf(row), "account");
    return {
      id: row.id,
      space_selection: row.space_selection,
      site_selection: row.site_selection,
      spaces: spaces.get(row.id) ?? 0,
      ...presentConfiguration(row.configuration, wanted, includesRole(row.role, "admin")),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      urls: {
        location: context.urls.api(path),
        app: context.urls.app(path),
        publicEndpoint: context.urls.api(`${path}/integration`),
      },
      externalIds: splitExternalIds(row.external_ids),
      target: { organization: row.organization_id },
    };
  });
}

/** What is installed on places: rows, and for each what the caller is in its organization. */
export interface PlacedRows {
  readonly rows: readonly PlacedRow[];
  roleIn(organizationId: string): Role;
  /** What the integration wants to know of such a place. */
  readonly wanted: IntegrationConfiguration | undefined;
  /** Whether to show what it is installed on as a whole. */
  readonly extended: boolean;
}

function presentPlaced(
  row: PlacedRow,
  list: "spaces" | "sites",
  wanted: PlacedRows["wanted"],
  mayChange: boolean,
  { urls }: Pick<Context, "urls">,
) {
  const { installation_id: installation, integration } = row;
  const path = `${pathOf({ integration, id: installation })}/${list}/${row.space_id ?? row.site_id}`;
  return {
    integration,
    installation,
    ...presentConfiguration(row.configuration, wanted, mayChange),
    externalIds: splitExternalIds(row.external_ids),
    urls: { location: urls.api(path), publicEndpoint: urls.api(`${path}/integration`) },
  };
}

export async function presentSpaceInstallations(
  call: Presenting,
  { rows, roleIn, wanted, extended }: PlacedRows,
): Promise<SpaceInstallation[]> {
  const ofEach = Map.groupBy(rows, (row) => row.organization_id);
  const known = await Promise.all(
    [...ofEach].map(([organizationId, ofOne]) =>
      lookUpSpaces(
        call,
        { organizationId, role: roleIn(organizationId) },
        ofOne.map((row) => row.space_id ?? ""),
        extended,
      ),
    ),
  );
  const roles = new Map(known.flatMap((each) => [...each.roles]));
  const spaces = new Map(known.flatMap((each) => each.spaces).map((space) => [space.id, space]));
  return rows.map((row) => {
    const id = row.space_id ?? "";
    const mayChange = includesRole(roles.get(id) ?? null, "admin");
    return { ...presentPlaced(row, "spaces", wanted, mayChange, call.context), space: spaces.get(id) ?? id };
  });
}

/** What the caller is to these spaces of one organization, and what they see of them where that is wanted. */
async function lookUpSpaces(
  { context, caller }: Presenting,
  { organizationId, role }: { organizationId: string; role: Role },
  ids: readonly string[],
  extended: boolean,
) {
  const { read } = context.database;
  const member = { organizationId, userId: caller.userId, role };
  const [roles, found] = await Promise.all([
    resolveLibraryItemRoles(read, member, ids),
    findSpaces(read, organizationId, extended ? ids : []),
  ]);
  const roleOn = ({ id }: { readonly id: string }): Role | null => roles.get(id) ?? null;
  return { roles, spaces: await presentSpaces(context, [...found.values()], roleOn, memberViewer(member)) };
}

export async function presentSiteInstallations(
  { context }: Presenting,
  { rows, roleIn, wanted, extended }: PlacedRows,
): Promise<SiteInstallation[]> {
  const ids = rows.map((row) => row.site_id ?? "");
  const found = await findDetailsOfSites(context.database.read, extended ? ids : []);
  const sites = new Map(found.map((row) => [row.id, presentSite(context, row)]));
  return rows.map((row) => {
    const id = row.site_id ?? "";
    const mayChange = includesRole(roleIn(row.organization_id), "admin");
    return { ...presentPlaced(row, "sites", wanted, mayChange, context), site: sites.get(id) ?? id };
  });
}

import { includesRole, type Role, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { findDetailsOfSites } from "../../publishing/index.ts";
import type { InstallationStatus, PlacedInstallationTable } from "../../storage/database/index.ts";
import type { Call, Context } from "../http/index.ts";
import {
  findConfigurationError,
  type IntegrationConfiguration,
  type IntegrationConfigurations,
  type IntegrationRow,
  integrationPath,
  parseDetails,
  publicEndpoints,
  withDefaults,
} from "../integrations/index.ts";
import { presentSite } from "../sites/index.ts";
import { findSpaces, memberViewer, presentSpaces } from "../spaces/index.ts";
import type { Installation, SiteInstallation, SpaceInstallation } from "./schema.ts";
import { countSpaces, type InstallationRow, splitExternalIds } from "./store.ts";

type CallContext = Pick<Call, "context" | "caller">;
type WithDetails = Pick<IntegrationRow, "details">;

/** The configuration that an integration declares for a kind of target. */
export function configurationFor(
  integration: WithDetails,
  target: keyof IntegrationConfigurations,
): IntegrationConfiguration | undefined {
  return parseDetails(integration).configurations?.[target];
}

/** The status, and the configuration if the caller may change it: it may contain secrets. */
function presentConfiguration(
  text: string,
  declaration: IntegrationConfiguration | undefined,
  mayChange: boolean,
): { status: InstallationStatus; configuration: Record<string, unknown> } {
  const values: Record<string, unknown> = JSON.parse(text);
  return {
    status: statusOf(values, declaration),
    configuration: mayChange ? { ...withDefaults(values, declaration) } : {},
  };
}

function statusOf(
  values: Record<string, unknown>,
  declaration: IntegrationConfiguration | undefined,
): InstallationStatus {
  return findConfigurationError(values, declaration) === undefined ? "active" : "pending";
}

export function presentStatus(row: InstallationRow, integration: WithDetails): InstallationStatus {
  return statusOf(JSON.parse(row.configuration), configurationFor(integration, "account"));
}

/** The path of an installation in the API. */
function pathOf({ integration, id }: Pick<InstallationRow, "integration" | "id">): string {
  return `${integrationPath(integration)}/installations/${id}`;
}

export async function presentInstallations(
  { context }: CallContext,
  rows: readonly InstallationRow[],
  integrationOf: (row: InstallationRow) => WithDetails,
): Promise<Installation[]> {
  const spaces = await countSpaces(
    context.database.read,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const path = pathOf(row);
    const declaration = configurationFor(integrationOf(row), "account");
    return {
      id: row.id,
      space_selection: row.space_selection,
      site_selection: row.site_selection,
      spaces: spaces.get(row.id) ?? 0,
      ...presentConfiguration(row.configuration, declaration, includesRole(row.role, "admin")),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      urls: {
        location: context.urls.api(path),
        app: context.urls.app(path),
        ...publicEndpoints(context, path),
      },
      externalIds: splitExternalIds(row.external_ids),
      target: { organization: row.organization_id },
    };
  });
}

/** Installations of one integration on spaces or sites. */
export interface PlacedInstallations {
  readonly rows: readonly PlacedInstallationTable[];
  /** The role of the caller. */
  roleIn(organizationId: string): Role;
  readonly declaration: IntegrationConfiguration | undefined;
  /** Whether to include the whole space or site instead of its id. */
  readonly extended: boolean;
}

function presentPlaced(
  row: PlacedInstallationTable,
  list: "spaces" | "sites",
  declaration: PlacedInstallations["declaration"],
  mayChange: boolean,
  context: Pick<Context, "urls">,
) {
  const { installation_id: installation, integration } = row;
  const path = `${pathOf({ integration, id: installation })}/${list}/${row.space_id ?? row.site_id}`;
  return {
    integration,
    installation,
    ...presentConfiguration(row.configuration, declaration, mayChange),
    externalIds: splitExternalIds(row.external_ids),
    urls: { location: context.urls.api(path), ...publicEndpoints(context, path) },
  };
}

export async function presentSpaceInstallations(
  call: CallContext,
  { rows, roleIn, declaration, extended }: PlacedInstallations,
): Promise<SpaceInstallation[]> {
  const byOrganization = Map.groupBy(rows, (row) => row.organization_id);
  const found = await Promise.all(
    [...byOrganization].map(([organizationId, placed]) =>
      findSpacesAndRoles(
        call,
        { organizationId, role: roleIn(organizationId) },
        placed.map((row) => row.space_id ?? ""),
        extended,
      ),
    ),
  );
  const roles = new Map(found.flatMap(({ roles }) => [...roles]));
  const spaces = new Map(found.flatMap(({ spaces }) => spaces).map((space) => [space.id, space]));
  return rows.map((row) => {
    const id = row.space_id ?? "";
    const mayChange = includesRole(roles.get(id) ?? null, "admin");
    return {
      ...presentPlaced(row, "spaces", declaration, mayChange, call.context),
      space: spaces.get(id) ?? id,
    };
  });
}

/** The roles of the caller on spaces of one organization, and the spaces themselves if `extended`. */
async function findSpacesAndRoles(
  { context, caller }: CallContext,
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
  { context }: CallContext,
  { rows, roleIn, declaration, extended }: PlacedInstallations,
): Promise<SiteInstallation[]> {
  const ids = rows.map((row) => row.site_id ?? "");
  const found = await findDetailsOfSites(context.database.read, extended ? ids : []);
  const sites = new Map(found.map((row) => [row.id, presentSite(context, row, roleIn(row.organization_id))]));
  return rows.map((row) => {
    const id = row.site_id ?? "";
    const mayChange = includesRole(roleIn(row.organization_id), "admin");
    return { ...presentPlaced(row, "sites", declaration, mayChange, context), site: sites.get(id) ?? id };
  });
}

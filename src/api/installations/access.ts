import type { Role } from "../../identity/roles/index.ts";
import { forbidden, notFound, requireFound } from "../../platform/index.ts";
import { findSite } from "../../publishing/index.ts";
import type { PlacedInstallationTable } from "../../storage/database/index.ts";
import { type Access, type Call, requireSsoSession } from "../http/index.ts";
import {
  type IntegrationWithRole,
  onIntegration,
  onNamedOrganization,
  type TargetKind,
} from "../integrations/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { type OrganizationRow, requireRole } from "../organizations/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import { findInstallation, findPlaced, type InstallationWithIntegration } from "./store.ts";

interface InstallationParams {
  readonly integrationName: string;
  readonly installationId: string;
}

/** The integration in the path, and the organization given in the body. */
export function onNewInstallation(): Access<
  { integration: IntegrationWithRole; organization: OrganizationRow },
  { readonly integrationName: string }
> {
  const [integrationAccess, organizationAccess] = [onIntegration(), onNamedOrganization()];
  return {
    ...organizationAccess,
    resolve: async (call) => {
      const { integration } = await integrationAccess.resolve(call);
      const { organization } = await organizationAccess.resolve(call);
      if (integration.visibility === "private" && integration.organization_id !== organization.id)
        throw forbidden("A private integration can be installed by its own organization only");
      return { integration, organization };
    },
  };
}

/** The installation in the path, for members of its organization with at least this role. */
export function onInstallation(
  needed: Role,
): Access<{ installation: InstallationWithIntegration }, InstallationParams> {
  return {
    rule: `Organization role \`${needed}\` or above in the organization of the installation`,
    resolve: async (call) => {
      const installation = await resolveInstallation(call);
      requireRole(installation.role, needed);
      return { installation };
    },
  };
}

async function resolveInstallation({
  context,
  caller,
  params,
}: Call<InstallationParams>): Promise<InstallationWithIntegration> {
  const filters = { integration: params.integrationName, id: params.installationId };
  const found = await findInstallation(context.database.read, caller.userId, filters);
  const installation = requireFound(found, "Installation");
  await requireSsoSession({ context, caller }, installation.organization_id);
  return installation;
}

/** An installation, and a space or a site of its organization. */
export interface OnTarget {
  readonly installation: InstallationWithIntegration;
  readonly targetId: string;
}

type TargetParams = InstallationParams & { readonly spaceId?: string; readonly siteId?: string };

/** The space or site in the path or in the body, for callers with at least this role on it. */
export function onTarget(kind: TargetKind, needed: Role): Access<OnTarget, TargetParams> {
  return {
    rule:
      kind === "space"
        ? `Role \`${needed}\` or above on the space`
        : `Organization role \`${needed}\` or above in the organization of the site`,
    resolve: async (call) => {
      const installation = await resolveInstallation(call);
      const { spaceId, siteId } = call.params;
      const body = (call.body ?? {}) as { space?: string; siteId?: string };
      const targetId = (kind === "space" ? (spaceId ?? body.space) : (siteId ?? body.siteId)) ?? "";
      await requireTarget(call, kind, installation, targetId, needed);
      return { installation, targetId };
    },
  };
}

async function requireTarget(
  { context, caller }: Call,
  kind: TargetKind,
  { organization_id, role }: InstallationWithIntegration,
  id: string,
  needed: Role,
): Promise<void> {
  const { read } = context.database;
  if (kind === "site") {
    requireFound(await findSite(read, organization_id, id), "Site");
    return requireRole(role, needed);
  }
  const found = await findSpaceForUser(read, id, caller.userId);
  if (found?.row.organization_id !== organization_id || found.row.deleted_at !== null)
    throw notFound("Space");
  requireLibraryItemRole(found.role, needed, "space");
}

/** The installation on the space or site in the path. */
export function onTargetInstallation(
  kind: TargetKind,
  needed: Role,
): Access<OnTarget & { placed: PlacedInstallationTable }, TargetParams> {
  const { rule, resolve } = onTarget(kind, needed);
  return {
    rule,
    resolve: async (call) => {
      const target = await resolve(call);
      const { installation, targetId } = target;
      const placed = await findPlaced(call.context.database.read, kind, installation, targetId);
      return { ...target, placed: requireFound(placed, "Installation") };
    },
  };
}

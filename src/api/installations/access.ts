import type { Role } from "../../identity/roles/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import { findSite } from "../../publishing/index.ts";
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
import { type FoundInstallation, findInstallation, findPlaced, type PlacedRow } from "./store.ts";

interface InstallationParams {
  readonly integrationName: string;
  readonly installationId: string;
}

/** An integration, and the organization that the body names. */
export function onNewInstallation(): Access<
  { integration: IntegrationWithRole; organization: OrganizationRow },
  { readonly integrationName: string }
> {
  const [onItsIntegration, onItsOrganization] = [onIntegration(), onNamedOrganization()];
  return {
    rule: onItsOrganization.rule,
    resolve: async (call) => {
      const { integration } = await onItsIntegration.resolve(call);
      const { organization } = await onItsOrganization.resolve(call);
      if (integration.visibility === "private" && integration.organization_id !== organization.id)
        throw forbidden("A private integration can be installed by its own organization only");
      return { integration, organization };
    },
  };
}

/** The installation that the path names, for members of its organization with at least this role. */
export function onInstallation(least: Role): Access<{ installation: FoundInstallation }, InstallationParams> {
  return {
    rule: `Organization role \`${least}\` or above in the organization that it is installed on`,
    resolve: async (call) => {
      const installation = await resolveInstallation(call);
      requireRole(installation.role, least);
      return { installation };
    },
  };
}

async function resolveInstallation({
  context,
  caller,
  params,
}: Call<InstallationParams>): Promise<FoundInstallation> {
  const { integrationName, installationId } = params;
  const { read } = context.database;
  const found = await findInstallation(read, caller.userId, integrationName, installationId);
  if (found === undefined) throw notFound("Installation");
  await requireSsoSession({ context, caller }, found.organization_id);
  return found;
}

/** A space or a site of the organization that an integration is installed on. */
export interface OnPlace {
  readonly installation: FoundInstallation;
  readonly placeId: string;
}

type PlaceParams = InstallationParams & { readonly spaceId?: string; readonly siteId?: string };

/** The place that the path names, or the body, for those with at least this role on it. */
export function onPlace(kind: TargetKind, least: Role): Access<OnPlace, PlaceParams> {
  return {
    rule:
      kind === "space"
        ? `Role \`${least}\` or above on the space`
        : `Organization role \`${least}\` or above in the organization of the site`,
    resolve: async (call) => {
      const installation = await resolveInstallation(call);
      const placeId = placeIn(call, kind);
      await requirePlace(call, kind, installation, placeId, least);
      return { installation, placeId };
    },
  };
}

function placeIn({ params, body }: Call<PlaceParams>, kind: TargetKind): string {
  const given = (body ?? {}) as { space?: string; siteId?: string };
  return (kind === "space" ? (params.spaceId ?? given.space) : (params.siteId ?? given.siteId)) ?? "";
}

async function requirePlace(
  { context, caller }: Call,
  kind: TargetKind,
  { organization_id, role }: FoundInstallation,
  id: string,
  least: Role,
): Promise<void> {
  const { read } = context.database;
  if (kind === "site") {
    if ((await findSite(read, organization_id, id)) === undefined) throw notFound("Site");
    return requireRole(role, least);
  }
  const found = await findSpaceForUser(read, id, caller.userId);
  if (found?.row.organization_id !== organization_id || found.row.deleted_at !== null)
    throw notFound("Space");
  requireLibraryItemRole(found.role, least, "space");
}

/** The installation on the place that the path names. */
export function onPlaced(
  kind: TargetKind,
  least: Role,
): Access<OnPlace & { placed: PlacedRow }, PlaceParams> {
  const { rule, resolve } = onPlace(kind, least);
  return {
    rule,
    resolve: async (call) => {
      const place = await resolve(call);
      const { read } = call.context.database;
      const placed = await findPlaced(read, kind, place.installation, place.placeId);
      if (placed === undefined) throw notFound("Installation");
      return { ...place, placed };
    },
  };
}

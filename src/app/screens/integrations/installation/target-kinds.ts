import { call } from "../../../data/api.ts";
import type { IntegrationSiteInstallation, IntegrationSpaceInstallation } from "../../../data/api-types.ts";
import { type ListState, useList } from "../../../data/queries.ts";
import type { Values } from "../configuration/fields.ts";

export type TargetKind = "space" | "site";

interface InstallationParams {
  readonly integrationName: string;
  readonly installationId: string;
}

/** A space or a site on which an integration is installed. */
export interface Target {
  readonly id: string;
  /** Empty if the user cannot see it. */
  readonly title: string;
  readonly status: IntegrationSpaceInstallation["status"];
  readonly configuration: Values;
}

const root = "/integrations/:integrationName/installations/:installationId";

/** The spaces or sites of an installation, page by page. */
export function useTargets(kind: TargetKind, params: InstallationParams): ListState<Target> {
  const query = { limit: 50, extended: true };
  const spaces = useList(`GET ${root}/spaces`, kind === "space" ? params : undefined, query);
  const sites = useList(`GET ${root}/sites`, kind === "site" ? params : undefined, query);
  const list = kind === "space" ? spaces : sites;
  return { ...list, ...(list.data && { data: list.data.map(toTarget) }) } as ListState<Target>;
}

/** The ids of all spaces or sites of an installation; undefined until all are loaded. */
export function useTargetIds(kind: TargetKind, params: InstallationParams): ReadonlySet<string> | undefined {
  const query = { limit: 1000 };
  const all = { all: true };
  const spaces = useList(`GET ${root}/spaces`, kind === "space" ? params : undefined, query, all);
  const sites = useList(`GET ${root}/sites`, kind === "site" ? params : undefined, query, all);
  const list = kind === "space" ? spaces : sites;
  return list.isComplete ? new Set(list.data?.map((item) => toTarget(item).id)) : undefined;
}

function toTarget(item: IntegrationSpaceInstallation | IntegrationSiteInstallation): Target {
  const { status, configuration } = item;
  // The whole object, or its id.
  const found = ("space" in item ? item.space : item.site) as string | { id: string; title: string };
  const { id, title } = typeof found === "string" ? { id: found, title: "" } : found;
  return { id, title, status, configuration };
}

export function addTarget(kind: TargetKind, params: InstallationParams, id: string): Promise<unknown> {
  return kind === "space"
    ? call(`POST ${root}/spaces`, params, { body: { space: id } })
    : call(`POST ${root}/sites`, params, { body: { siteId: id } });
}

export function configureTarget(
  kind: TargetKind,
  params: InstallationParams,
  id: string,
  configuration: Record<string, unknown>,
): Promise<unknown> {
  const input = { body: { configuration } };
  return kind === "space"
    ? call(`PATCH ${root}/spaces/:spaceId`, { ...params, spaceId: id }, input)
    : call(`PATCH ${root}/sites/:siteId`, { ...params, siteId: id }, input);
}

export function removeTarget(kind: TargetKind, params: InstallationParams, id: string): Promise<unknown> {
  return kind === "space"
    ? call(`DELETE ${root}/spaces/:spaceId`, { ...params, spaceId: id })
    : call(`DELETE ${root}/sites/:siteId`, { ...params, siteId: id });
}

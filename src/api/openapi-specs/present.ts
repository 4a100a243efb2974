import { includesRole, type Role } from "../../identity/roles/index.ts";
import { encodePath } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import type { OpenAPISpec, SpecVersion } from "./schema.ts";
import type { SpecRow, VersionRow } from "./store.ts";

type Addressing = Pick<Context, "config" | "urls" | "fileLinks">;

/** A spec as a member with this role in the organization sees it. */
export function presentSpec(row: SpecRow, role: Role | null, { config, urls }: Addressing): OpenAPISpec {
  const path = pathOf(row);
  return {
    object: "openapi-spec",
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    slug: row.slug,
    ...(row.source_url !== null && { sourceURL: row.source_url }),
    processingState: row.processing_state,
    visibility: row.visibility,
    ...(row.last_version_id !== null && { lastVersion: row.last_version_id }),
    ...(row.last_processed_at !== null && { lastProcessedAt: row.last_processed_at }),
    ...(row.last_error_code !== null && {
      lastProcessErrorCode: row.last_error_code,
      lastProcessedErrors: [{ code: row.last_error_code, message: row.last_error ?? "" }],
    }),
    permissions: { view: includesRole(role, "read"), edit: includesRole(role, "create") },
    urls: {
      location: urls.api(path),
      app: urls.app(path),
      ...(row.visibility === "public" && { published: publicAddress(row.id, config.baseUrl) }),
    },
  };
}

/** Redirects to the entry file of the last version. */
export function publicAddress(specId: string, baseUrl: string): string {
  return `${baseUrl}/openapi/public/${specId}`;
}

function pathOf({ organization_id, slug }: SpecRow): string {
  return `/orgs/${organization_id}/openapi/${slug}`;
}

export function presentVersion(row: VersionRow, spec: SpecRow, addressing: Addressing): SpecVersion {
  return {
    object: "openapi-spec-version",
    id: row.id,
    createdAt: row.created_at,
    url: versionAddress(row, addressing),
    urls: { location: addressing.urls.api(`${pathOf(spec)}/versions/${row.id}`) },
  };
}

/** The signed address of a version, for tools that cannot send a token. */
export function versionAddress({ id, entry }: VersionRow, { config, fileLinks }: Addressing): string {
  const signature = fileLinks.sign(...signedParts(id));
  return `${config.baseUrl}/openapi/versions/${id}/${signature}/${encodePath(entry)}`;
}

/** The parts of a version's address that its signature covers. */
export function signedParts(versionId: string): string[] {
  return ["openapi-version", versionId];
}

import { includesRole, type Role } from "../../identity/roles/index.ts";
import { encodePath } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import type { OpenAPISpec, SpecVersion } from "./schema.ts";
import type { SpecRow, VersionRow } from "./store.ts";

type Addressing = Pick<Context, "config" | "urls" | "fileLinks">;

/** A spec, to a member with this role in the organization. */
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
      ...(row.visibility === "public" && { published: publicAddress(row, config.baseUrl) }),
    },
  };
}

/** Leads to the main file of the last version, whatever that is called. */
export function publicAddress({ id }: Pick<SpecRow, "id">, baseUrl: string): string {
  return `${baseUrl}/openapi/public/${id}`;
}

function pathOf({ organization_id, slug }: Pick<SpecRow, "organization_id" | "slug">): string {
  return `/orgs/${organization_id}/openapi/${slug}`;
}

export function presentVersion(row: VersionRow, spec: SpecRow, addressing: Addressing): SpecVersion {
  return {
    object: "openapi-spec-version",
    id: row.id,
    createdAt: row.created_at,
    url: addressOfVersion(row, addressing),
    urls: { location: addressing.urls.api(`${pathOf(spec)}/versions/${row.id}`) },
  };
}

/** Whoever has this address may read the version: it can be given to tools that know no token. */
export function addressOfVersion({ id, entry }: VersionRow, { config, fileLinks }: Addressing): string {
  return `${config.baseUrl}/openapi/versions/${id}/${signatureOf(id, fileLinks)}/${encodePath(entry)}`;
}

function signatureOf(versionId: string, fileLinks: Context["fileLinks"]): string {
  return fileLinks.sign("openapi-version", versionId);
}

export function isSignatureOf(
  versionId: string,
  signature: string,
  fileLinks: Context["fileLinks"],
): boolean {
  return fileLinks.isSigned(signature, "openapi-version", versionId);
}

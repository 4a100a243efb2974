import {
  inBatches,
  type OpenAPISpecTable,
  type OpenAPIVersionTable,
  type Reader,
  type Writer,
} from "../../storage/database/index.ts";

/** A spec without the text that it may have to be read from. */
export type SpecRow = Omit<OpenAPISpecTable, "source_text">;

const specColumns = [
  "openapi_specs.id",
  "openapi_specs.organization_id",
  "openapi_specs.repository_id",
  "openapi_specs.slug",
  "openapi_specs.visibility",
  "openapi_specs.source_url",
  "openapi_specs.source_number",
  "openapi_specs.processing_state",
  "openapi_specs.last_version_id",
  "openapi_specs.last_processed_at",
  "openapi_specs.last_error_code",
  "openapi_specs.last_error",
  "openapi_specs.look_again_at",
  "openapi_specs.created_at",
  "openapi_specs.updated_at",
] as const;

export function matchSpecs(db: Reader, organizationId: string) {
  return db.selectFrom("openapi_specs").where("openapi_specs.organization_id", "=", organizationId);
}

/** What is shown of specs. */
export function showSpecs(specs: ReturnType<typeof matchSpecs>) {
  return specs.select(specColumns);
}

export function findSpec(db: Reader, organizationId: string, slug: string): Promise<SpecRow | undefined> {
  return showSpecs(matchSpecs(db, organizationId)).where("openapi_specs.slug", "=", slug).executeTakeFirst();
}

/** Those that there are, by their slugs. */
export async function findSpecs(
  db: Reader,
  organizationId: string,
  slugs: readonly string[],
): Promise<Map<string, SpecRow>> {
  const rows = await inBatches(slugs, (batch) =>
    showSpecs(matchSpecs(db, organizationId)).where("openapi_specs.slug", "in", batch).execute(),
  );
  return new Map(rows.map((row) => [row.slug, row]));
}

export async function deleteSpec(trx: Writer, organizationId: string, slug: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("openapi_specs")
    .where("organization_id", "=", organizationId)
    .where("slug", "=", slug)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type VersionRow = Omit<OpenAPIVersionTable, "files">;

const versionColumns = [
  "id",
  "organization_id",
  "spec_id",
  "number",
  "hash",
  "filesystem",
  "entry",
  "format",
  "created_at",
] as const;

export function matchVersions(db: Reader, spec: Pick<SpecRow, "id" | "organization_id">) {
  return db
    .selectFrom("openapi_versions")
    .where("organization_id", "=", spec.organization_id)
    .where("spec_id", "=", spec.id);
}

export function showVersions(versions: ReturnType<typeof matchVersions>) {
  return versions.select(versionColumns);
}

export function findVersion(
  db: Reader,
  spec: Pick<SpecRow, "id" | "organization_id">,
  versionId: string,
): Promise<VersionRow | undefined> {
  return showVersions(matchVersions(db, spec)).where("id", "=", versionId).executeTakeFirst();
}

/** Those of these versions that there are, of any spec. */
export function findVersions(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<VersionRow[]> {
  return db
    .selectFrom("openapi_versions")
    .where("organization_id", "=", organizationId)
    .where("id", "in", ids)
    .select(versionColumns)
    .execute();
}

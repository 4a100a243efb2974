import {
  inBatches,
  type OpenAPISpecTable,
  type OpenAPIVersionTable,
  type Reader,
} from "../../storage/database/index.ts";

/** A spec without its source text, which may be large. */
export type SpecRow = Omit<OpenAPISpecTable, "source_text">;

export const specColumns = [
  "id",
  "organization_id",
  "repository_id",
  "slug",
  "visibility",
  "source_url",
  "source_number",
  "processing_state",
  "last_version_id",
  "last_processed_at",
  "last_error_code",
  "last_error",
  "look_again_at",
  "created_at",
  "updated_at",
] as const;

export function selectSpecs(db: Reader, organizationId: string) {
  return db.selectFrom("openapi_specs").where("organization_id", "=", organizationId);
}

export function findSpec(db: Reader, organizationId: string, slug: string): Promise<SpecRow | undefined> {
  return selectSpecs(db, organizationId).where("slug", "=", slug).select(specColumns).executeTakeFirst();
}

export function findSpecById(db: Reader, organizationId: string, id: string): Promise<SpecRow | undefined> {
  return selectSpecs(db, organizationId).where("id", "=", id).select(specColumns).executeTakeFirst();
}

/** The existing specs with these slugs, by slug. */
export async function findSpecs(
  db: Reader,
  organizationId: string,
  slugs: readonly string[],
): Promise<Map<string, SpecRow>> {
  const rows = await inBatches(slugs, (batch) =>
    selectSpecs(db, organizationId).where("slug", "in", batch).select(specColumns).execute(),
  );
  return new Map(rows.map((row) => [row.slug, row]));
}

/** The latest versions of all specs. */
export async function findSpecVersions(db: Reader, organizationId: string): Promise<(string | null)[]> {
  const rows = await selectSpecs(db, organizationId).select("last_version_id").orderBy("slug").execute();
  return rows.map(({ last_version_id }) => last_version_id);
}

/** A version without the list of its files. */
export type VersionRow = Omit<OpenAPIVersionTable, "files">;

export const versionColumns = [
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

export function selectVersions(db: Reader, spec: Pick<SpecRow, "id" | "organization_id">) {
  return db
    .selectFrom("openapi_versions")
    .where("organization_id", "=", spec.organization_id)
    .where("spec_id", "=", spec.id);
}

export function findVersion(db: Reader, spec: SpecRow, versionId: string): Promise<VersionRow | undefined> {
  return selectVersions(db, spec).where("id", "=", versionId).select(versionColumns).executeTakeFirst();
}

/** The existing versions with these ids, of any spec of the organization. */
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

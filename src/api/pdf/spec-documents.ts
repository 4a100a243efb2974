import { bundleFiles } from "../../openapi/index.ts";
import type { Outside as OutsideOfBook } from "../../pdf/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { findVersions, readFilesystem, type SpecRow } from "../openapi-specs/index.ts";

/** What the last versions of these specs say, by their slugs; nothing of those that were never read. */
export async function readSpecDocuments(
  db: Reader,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
): Promise<OutsideOfBook["specs"]> {
  const ids = Array.from(specs.values(), ({ last_version_id }) => last_version_id).filter(
    (id) => id !== null,
  );
  const versions = await inBatches(ids, (batch) => findVersions(db, organizationId, batch));
  const byId = new Map(versions.map((version) => [version.id, version]));
  const documents: Map<string, { version: string; document: unknown }> = new Map();
  for (const [slug, spec] of specs) {
    const version = byId.get(spec.last_version_id ?? "");
    if (version === undefined) continue;
    // One after the other: they can be large.
    const files: Record<string, unknown> = JSON.parse(String(await readFilesystem(db, spec, version)));
    documents.set(slug, { version: version.id, document: bundleFiles(files, version.entry) });
  }
  return documents;
}

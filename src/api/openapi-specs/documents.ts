import { bundleFiles } from "../../openapi/index.ts";
import { finishYielding, parseJson } from "../../platform/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { readDocuments } from "./files.ts";
import { findVersions, type SpecRow } from "./store.ts";

/** The limits were checked when the version was stored. */
const noLimits = { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

/** The document of the latest version of a spec, with its files bundled. */
export interface SpecDocument {
  readonly version: string;
  readonly document: unknown;
  /** In bytes of JSON. */
  readonly size: number;
}

/** The documents of the latest spec versions, by slug. Specs with more than `maxSize` bytes of JSON are omitted. */
export async function readSpecDocuments(
  db: Reader,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
  maxSize = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, SpecDocument>> {
  const ids = Array.from(specs.values(), ({ last_version_id }) => last_version_id).filter(
    (id) => id !== null,
  );
  const versions = await inBatches(ids, (batch) => findVersions(db, organizationId, batch));
  const byId = new Map(versions.map((version) => [version.id, version]));
  const documents = new Map<string, SpecDocument>();
  for (const [slug, spec] of specs) {
    const version = byId.get(spec.last_version_id ?? "");
    if (version === undefined) continue;
    // Read in sequence, because documents can be large.
    const json = await readDocuments(db, spec, version);
    if (json.length > maxSize) continue;
    const files = (await finishYielding(parseJson(json.toString(), noLimits))) as Record<string, unknown>;
    const document = bundleFiles(files, version.entry);
    documents.set(slug, { version: version.id, document, size: json.length });
  }
  return documents;
}

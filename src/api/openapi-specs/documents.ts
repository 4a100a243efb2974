import { bundleFiles } from "../../openapi/index.ts";
import { finishYielding, parseJson } from "../../platform/index.ts";
import { inBatches, type TextFormat } from "../../storage/database/index.ts";
import { type FileContext, readWholeBlob } from "../../storage/files/index.ts";
import { findFiles, parseFiles, readDocuments } from "./files.ts";
import { findVersion, findVersions, type SpecRow, type VersionRow } from "./store.ts";

/** The limits were checked when the version was stored. */
export const noLimits = { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

/** The document of the latest version of a spec, with its files bundled. */
export interface SpecDocument {
  readonly version: string;
  readonly document: unknown;
  /** In bytes of JSON. */
  readonly size: number;
}

/** The documents of the latest spec versions, by slug. Specs with more than `maxSize` bytes of JSON are omitted. */
export async function readSpecDocuments(
  files: FileContext,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
  maxSize = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, SpecDocument>> {
  const ids = Array.from(specs.values(), ({ last_version_id }) => last_version_id).filter(
    (id) => id !== null,
  );
  const versions = await inBatches(ids, (batch) => findVersions(files.database.read, organizationId, batch));
  const byId = new Map(versions.map((version) => [version.id, version]));
  const documents = new Map<string, SpecDocument>();
  for (const [slug, spec] of specs) {
    const version = byId.get(spec.last_version_id ?? "");
    if (version === undefined) continue;
    // Read in sequence, because documents can be large.
    const json = await readDocuments(files, spec, version);
    if (json.length > maxSize) continue;
    documents.set(slug, {
      version: version.id,
      document: await parseDocument(json, version),
      size: json.length,
    });
  }
  return documents;
}

/** Parses the documents of a version, and bundles them into one. */
async function parseDocument(json: Buffer, { entry }: VersionRow): Promise<unknown> {
  const files = (await finishYielding(parseJson(json.toString(), noLimits))) as Record<string, unknown>;
  return bundleFiles(files, entry);
}

/** The document of a version, with its files bundled. */
export async function readVersionDocument(
  files: FileContext,
  spec: SpecRow,
  version: VersionRow,
): Promise<unknown> {
  return parseDocument(await readDocuments(files, spec, version), version);
}

/** The text of the latest version, as it was written; of a spec with several files, all of them in one document. */
export async function readSpecText(
  files: FileContext,
  spec: SpecRow,
): Promise<{ readonly text: string; readonly format: TextFormat } | undefined> {
  const db = files.database.read;
  const id = spec.last_version_id;
  const version = id === null ? undefined : await findVersion(db, spec, id);
  const row =
    version && (await findFiles(db).where("openapi_versions.id", "=", version.id).executeTakeFirst());
  if (version === undefined || row === undefined) return undefined;
  const [file, ...others] = Object.values(parseFiles(row));
  if (file !== undefined && others.length === 0)
    return {
      text: (await readWholeBlob(files, spec.repository_id, file.blob)).toString(),
      format: file.format,
    };
  const documents = await readSpecDocuments(files, spec.organization_id, new Map([["", spec]]));
  return { text: JSON.stringify(documents.get("")?.document, null, 2), format: "json" };
}

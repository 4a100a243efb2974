import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { sql } from "kysely";
import { hashOf } from "../../content/index.ts";
import { createFileFetcher, type ReadSpec, readSpec, SpecError } from "../../openapi/index.ts";
import { newId } from "../../platform/index.ts";
import type { OpenAPISpecTable, ProcessingState, Reader, Writer } from "../../storage/database/index.ts";
import { blobOf, storeBlob } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import type { VersionFiles } from "./files.ts";
import { nextRefresh, type SourceKind } from "./spec-sources.ts";
import { matchVersions } from "./store.ts";

/** A spec whose source is being read. */
type Processing = Pick<
  OpenAPISpecTable,
  "id" | "organization_id" | "repository_id" | "source_number" | "source_url" | "source_text"
>;

const noError = { last_error_code: null, last_error: null };

/** Reads the source of a spec, and creates a version if its content has changed. */
export async function processSpec(context: Context, specId: string, kind: SourceKind): Promise<void> {
  const { database, config, headMutex, log } = context;
  const spec = await database.write((trx) => start(trx, specId, kind));
  if (spec === undefined) return;
  try {
    const { source_url, source_text } = spec;
    const source =
      source_text === null ? { url: source_url ?? "" } : { text: await promisify(gunzip)(source_text) };
    await storeVersion(context, spec, await readSpec(source, createFileFetcher(config), headMutex));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const { code, message, cause } = error;
    log.info({ spec: specId, code, err: cause }, "the source of an OpenAPI spec was not read");
    await finish(context, spec, async () => ({ last_error_code: code, last_error: message.slice(0, 2000) }));
  }
}

/** Returns undefined if the spec has no source of this kind: its text was read already, or its source was replaced. */
async function start(trx: Writer, specId: string, kind: SourceKind): Promise<Processing | undefined> {
  const spec = await trx
    .selectFrom("openapi_specs")
    .where("id", "=", specId)
    .where(kind === "url" ? "source_url" : "source_text", "is not", null)
    .select(["id", "organization_id", "repository_id", "source_number", "source_url", "source_text"])
    .executeTakeFirst();
  if (spec !== undefined)
    await trx
      .updateTable("openapi_specs")
      .set({ processing_state: "progress" })
      .where("organization_id", "=", spec.organization_id)
      .where("id", "=", specId)
      .execute();
  return spec;
}

async function storeVersion(
  context: Context,
  spec: Processing,
  { files, filesystem }: ReadSpec,
): Promise<void> {
  const blobs = files.map((file) => blobOf(file.bytes));
  const versionFiles: VersionFiles = Object.fromEntries(
    files.map(({ name, format }, i) => [name, { blob: blobs[i]?.hash ?? "", format }]),
  );
  const filesText = JSON.stringify(versionFiles);
  const documents = blobOf(filesystem);
  const version = {
    hash: hashOf(filesText),
    filesystem: documents.hash,
    entry: files[0]?.name ?? "",
    format: files[0]?.format ?? "json",
    files: filesText,
  };
  const isUnchanged = (last: { hash: string } | undefined) => last?.hash === version.hash;
  if (!isUnchanged(await findLast(context.database.read, spec)))
    for (const blob of [...blobs, documents]) await storeBlob(context.database, spec.repository_id, blob);
  await finish(context, spec, async (trx, now) => {
    const last = await findLast(trx, spec);
    if (isUnchanged(last)) return noError;
    const { id: spec_id, organization_id } = spec;
    if (last?.filesystem === version.filesystem) {
      // The documents are equal, only their text differs: the last version gets the new text.
      await trx
        .updateTable("openapi_versions")
        .set(version)
        .where("organization_id", "=", organization_id)
        .where("spec_id", "=", spec_id)
        .where("number", "=", last.number)
        .execute();
      return noError;
    }
    const row = { id: newId(), spec_id, organization_id, number: (last?.number ?? 0) + 1, created_at: now };
    await trx
      .insertInto("openapi_versions")
      .values({ ...row, ...version })
      .execute();
    return { ...noError, last_version_id: row.id, updated_at: now };
  });
}

function findLast(db: Reader, spec: Processing) {
  return matchVersions(db, spec)
    .orderBy("number", "desc")
    .select(["number", "hash", "filesystem"])
    .limit(1)
    .executeTakeFirst();
}

/** Records the result, unless the spec was deleted or its source was replaced in the meantime. */
async function finish(
  { database, clock }: Context,
  spec: Processing,
  write: (trx: Writer, now: string) => Promise<Partial<OpenAPISpecTable>>,
): Promise<void> {
  await database.write(async (trx) => {
    const update = trx
      .updateTable("openapi_specs")
      .where("organization_id", "=", spec.organization_id)
      .where("id", "=", spec.id)
      .where("source_number", "=", spec.source_number);
    const now = clock.now();
    // If the same source was requested again in the meantime, another job will read it.
    const state = sql<ProcessingState>`case processing_state when 'pending' then 'pending' else 'complete' end`;
    const { numUpdatedRows } = await update.set({ processing_state: state }).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const result = await write(trx, now);
    const look_again_at = nextRefresh(spec.source_url, now);
    await update.set({ last_processed_at: now, look_again_at, source_text: null, ...result }).execute();
  });
}

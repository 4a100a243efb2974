import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { sql } from "kysely";
import { hashOf } from "../../content/index.ts";
import {
  createFileFetcher,
  type ReadSpec,
  readSpec,
  SpecError,
  type SpecSource,
} from "../../openapi/index.ts";
import { addMilliseconds, newId } from "../../platform/index.ts";
import type {
  OpenAPISpecTable,
  OpenAPIVersionTable,
  ProcessingState,
  Reader,
  Writer,
} from "../../storage/database/index.ts";
import { blobOf, storeBlob } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import type { FilePlaces } from "./files.ts";
import { lookAgainAfter, type SourceKind } from "./put-spec.ts";

/** A spec whose source is being read. */
type Begun = Pick<
  OpenAPISpecTable,
  "id" | "organization_id" | "repository_id" | "source_number" | "source_url" | "source_text"
>;

/** What reading the source changes in the spec. */
type Result = Partial<OpenAPISpecTable>;

const noError: Result = { last_error_code: null, last_error: null };

/** Reads the source of a spec. What it says becomes a version, unless the last one says the same. */
export async function processSpec(context: Context, specId: string, kind: SourceKind): Promise<void> {
  const { database, config, headMutex: turns, log } = context;
  const spec = await database.write((trx) => begin(trx, specId, kind));
  if (spec === undefined) return;
  try {
    const read = await readSpec(await sourceOf(spec), createFileFetcher(config), turns);
    await keepVersion(context, spec, read);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    log.info(
      { spec: specId, code: error.code, err: error.cause },
      "the source of an OpenAPI spec was not read",
    );
    const failed: Result = { last_error_code: error.code, last_error: error.message.slice(0, 2000) };
    await end(context, spec, async () => failed);
  }
}

/** Undefined where there is nothing of that kind to read: a text is read once, and another source has its own job. */
async function begin(trx: Writer, specId: string, kind: SourceKind): Promise<Begun | undefined> {
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

async function sourceOf({ source_url, source_text }: Begun): Promise<SpecSource> {
  return source_text === null ? { url: source_url ?? "" } : { text: await promisify(gunzip)(source_text) };
}

async function keepVersion(context: Context, spec: Begun, { files, filesystem }: ReadSpec): Promise<void> {
  const blobs = new Map(files.map((file) => [file, blobOf(file.bytes)]));
  const places: FilePlaces = Object.fromEntries(
    files.map((file) => [file.name, { blob: blobs.get(file)?.hash ?? "", format: file.format }]),
  );
  const filesText = JSON.stringify(places);
  const documents = blobOf(filesystem);
  const version = {
    hash: hashOf(filesText),
    filesystem: documents.hash,
    entry: files[0]?.name ?? "",
    format: files[0]?.format ?? "json",
    files: filesText,
  };
  const isSame = (last: { hash: string } | undefined) => last?.hash === version.hash;
  if (!isSame(await findLast(context.database.read, spec)))
    for (const blob of [...blobs.values(), documents])
      await storeBlob(context.database, spec.repository_id, blob);
  await end(context, spec, async (trx, now) => {
    const last = await findLast(trx, spec);
    if (isSame(last)) return noError;
    const { id: spec_id, organization_id } = spec;
    if (last?.filesystem === version.filesystem) {
      // Only written in another way: that is no other version, but what is shown as written is so from now on.
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

type LastVersion = Pick<OpenAPIVersionTable, "number" | "hash" | "filesystem">;

function findLast(db: Reader, spec: Begun): Promise<LastVersion | undefined> {
  return db
    .selectFrom("openapi_versions")
    .where("organization_id", "=", spec.organization_id)
    .where("spec_id", "=", spec.id)
    .orderBy("number", "desc")
    .select(["number", "hash", "filesystem"])
    .limit(1)
    .executeTakeFirst();
}

/** Puts the result down, unless the spec is gone or was given another source meanwhile. */
async function end(
  { database, clock }: Context,
  spec: Begun,
  write: (trx: Writer, now: string) => Promise<Result>,
): Promise<void> {
  await database.write(async (trx) => {
    const own = trx
      .updateTable("openapi_specs")
      .where("organization_id", "=", spec.organization_id)
      .where("id", "=", spec.id)
      .where("source_number", "=", spec.source_number);
    const now = clock.now();
    // It may have been wanted again meanwhile; then it will be read once more.
    const state = sql<ProcessingState>`case processing_state when 'pending' then 'pending' else 'complete' end`;
    const { numUpdatedRows } = await own.set({ processing_state: state }).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await own
      .set({
        last_processed_at: now,
        look_again_at: spec.source_url === null ? null : addMilliseconds(now, lookAgainAfter),
        source_text: null,
        ...(await write(trx, now)),
      })
      .execute();
  });
}

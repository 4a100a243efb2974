import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql } from "kysely";
import { hashOf } from "../../content/index.ts";
import { createFileFetcher, type ReadSpec, readSpec, SpecError } from "../../openapi/index.ts";
import { addMilliseconds, badInput, conflict, newId } from "../../platform/index.ts";
import {
  isRow,
  type OpenAPISpecTable,
  type ProcessingState,
  type Reader,
  type Writer,
} from "../../storage/database/index.ts";
import { blobOf, storeBlob } from "../../storage/files/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import type { Context } from "../http/index.ts";
import type { VersionFiles } from "./files.ts";
import { schedulePageSetsOf } from "./schedule-page-sets.ts";
import type { SpecSource } from "./schema.ts";
import { findSpec, type SpecRow, selectVersions } from "./store.ts";

/** The interval in milliseconds at which the URL of a source is read again. */
const refreshInterval = 6 * 3_600_000;
const refreshBatch = 20;

/** The kinds of job that read a source. Only jobs for URLs wait for the network. */
const jobKinds = { url: "process-openapi-spec", text: "process-openapi-text" };

export type SourceKind = keyof typeof jobKinds;

/** Creates a spec and schedules the reading of its source, or replaces the source of an existing spec. */
export async function putSpec(
  { database, clock }: Context,
  organizationId: string,
  { slug, source, mustBeNew = false }: { slug: string; source: SpecSource; mustBeNew?: boolean },
): Promise<SpecRow> {
  const { source_url, source_text } = await readSource(source);
  const put = async (trx: Writer): Promise<SpecRow> => {
    const now = clock.now();
    const found = await findSpec(trx, organizationId, slug);
    if (found !== undefined && mustBeNew) throw conflict(`slug: an OpenAPI spec "${slug}" already exists`);
    // A job that is reading the same URL now may still record its result.
    const isSameUrl = source_url !== null && source_url === found?.source_url;
    const changes = {
      source_url,
      source_number: (found?.source_number ?? 0) + (isSameUrl ? 0 : 1),
      processing_state: "pending" as const,
      look_again_at: nextRefresh(source_url, now),
      updated_at: now,
    };
    const row = { ...(found ?? newSpec(organizationId, slug, now)), ...changes };
    if (found === undefined) {
      const repository = { id: row.repository_id, organization_id: organizationId };
      await trx.insertInto("repositories").values(repository).execute();
      await trx
        .insertInto("openapi_specs")
        .values({ ...row, source_text })
        .execute();
    } else
      await trx
        .updateTable("openapi_specs")
        .set({ ...changes, source_text })
        .where(isRow(row))
        .execute();
    await scheduleProcessing(trx, row, now);
    return row;
  };
  return database.write(put, `openapi spec ${organizationId} ${slug}`);
}

async function readSource({ url, text }: SpecSource) {
  if ((url === undefined) === (text === undefined))
    throw badInput("source", "must have either url or text, and not both");
  if (text !== undefined) return { source_url: null, source_text: await promisify(gzip)(text) };
  const { username, password } = new URL(url ?? "");
  if (username || password) throw badInput("source.url", "must not contain a user name or password");
  return { source_url: url ?? null, source_text: null };
}

function newSpec(organizationId: string, slug: string, now: string) {
  return {
    id: newId(),
    organization_id: organizationId,
    repository_id: newId(),
    slug,
    visibility: "private" as const,
    last_version_id: null,
    last_processed_at: null,
    last_error_code: null,
    last_error: null,
    created_at: now,
  };
}

/** The time when a source is read again; null for a text, which never changes. */
export function nextRefresh(sourceUrl: string | null, now: string): string | null {
  return sourceUrl === null ? null : addMilliseconds(now, refreshInterval);
}

async function scheduleProcessing(
  trx: Writer,
  { id, organization_id, source_url }: Pick<SpecRow, "id" | "organization_id" | "source_url">,
  now: string,
): Promise<void> {
  const kind = jobKinds[source_url === null ? "text" : "url"];
  await enqueue(trx, { kind, key: id, payload: { specId: id }, organizationId: organization_id }, now);
}

/** Schedules jobs for a batch of sources that are due. Returns true if no more are due. */
export function refreshSources({ database, clock }: Context): Promise<boolean> {
  return database.write(async (trx) => {
    await recordFailedJobs(trx);
    const now = clock.now();
    const specs = await trx
      .selectFrom("openapi_specs")
      .where("look_again_at", "<=", now)
      .orderBy("look_again_at")
      .select(["id", "organization_id", "source_url"])
      .limit(refreshBatch)
      .execute();
    for (const spec of specs) await scheduleProcessing(trx, spec, now);
    if (specs.length > 0)
      await trx
        .updateTable("openapi_specs")
        .set({ look_again_at: addMilliseconds(now, refreshInterval) })
        .where(
          "id",
          "in",
          specs.map(({ id }) => id),
        )
        .execute();
    return specs.length < refreshBatch;
  });
}

/** Records an error for specs whose job failed permanently, for example because it crashed the process every time. */
async function recordFailedJobs(trx: Writer): Promise<void> {
  const failedKeys = (kind: string) =>
    trx
      .selectFrom("jobs")
      .where("kind", "=", kind)
      .where("failed_at", "is not", null)
      .where("unique_key", "is not", null)
      .select("unique_key");
  await trx
    .updateTable("openapi_specs")
    .set({
      processing_state: "complete",
      last_error_code: "PARSE_ERROR",
      last_error: "The source could not be read after several attempts",
    })
    .where("processing_state", "!=", "complete")
    .where(({ or, and, eb }) =>
      or([
        and([eb("source_url", "is not", null), eb("id", "in", failedKeys(jobKinds.url))]),
        and([eb("source_url", "is", null), eb("id", "in", failedKeys(jobKinds.text))]),
      ]),
    )
    .execute();
}

/** A spec whose source is being read. */
type SpecInProgress = Pick<
  OpenAPISpecTable,
  "id" | "organization_id" | "repository_id" | "source_number" | "source_url" | "source_text"
>;

const noError = { last_error_code: null, last_error: null };

/** Reads the source of a spec, and creates a version if its content has changed. */
export async function processSpec(context: Context, specId: string, kind: SourceKind): Promise<void> {
  const { database, config, headMutex, log } = context;
  const spec = await database.write((trx) => startProcessing(trx, specId, kind));
  if (spec === undefined) return;
  try {
    const { source_url, source_text } = spec;
    const source =
      source_text === null ? { url: source_url ?? "" } : { text: await promisify(gunzip)(source_text) };
    await storeVersion(context, spec, await readSpec(source, createFileFetcher(config), headMutex));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const { code, message, cause } = error;
    log.info({ spec: specId, code, err: cause }, "reading the source of an OpenAPI spec failed");
    const last_error = message.slice(0, 2000);
    await finishProcessing(context, spec, async () => ({ last_error_code: code, last_error }));
  }
}

/** Returns undefined if the spec has no source of this kind: its text was read already, or its source was replaced. */
async function startProcessing(trx: Writer, specId: string, kind: SourceKind) {
  const spec = await trx
    .selectFrom("openapi_specs")
    .where("id", "=", specId)
    .where(kind === "url" ? "source_url" : "source_text", "is not", null)
    .select(["id", "organization_id", "repository_id", "source_number", "source_url", "source_text"])
    .executeTakeFirst();
  if (spec !== undefined)
    await trx.updateTable("openapi_specs").set({ processing_state: "progress" }).where(isRow(spec)).execute();
  return spec;
}

async function storeVersion(
  context: Context,
  spec: SpecInProgress,
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
  if (!isUnchanged(await findLastVersion(context.database.read, spec)))
    for (const blob of [...blobs, documents]) await storeBlob(context, spec.repository_id, blob);
  await finishProcessing(context, spec, async (trx, now) => {
    const last = await findLastVersion(trx, spec);
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
    await schedulePageSetsOf(trx, spec, now);
    return { ...noError, last_version_id: row.id, updated_at: now };
  });
}

function findLastVersion(db: Reader, spec: SpecInProgress) {
  return selectVersions(db, spec)
    .orderBy("number", "desc")
    .select(["number", "hash", "filesystem"])
    .limit(1)
    .executeTakeFirst();
}

/** Records the result, unless the spec was deleted or its source was replaced in the meantime. */
async function finishProcessing(
  { database, clock }: Context,
  spec: SpecInProgress,
  write: (trx: Writer, now: string) => Promise<Partial<OpenAPISpecTable>>,
): Promise<void> {
  await database.write(async (trx) => {
    const update = trx
      .updateTable("openapi_specs")
      .where(isRow(spec))
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

import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { addMilliseconds, badInput, conflict, newId } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import type { Context } from "../http/index.ts";
import type { SpecSource } from "./schema.ts";
import { findSpec, type SpecRow } from "./store.ts";

/** How often the address of a source is read again. */
const refreshInterval = 6 * 3_600_000;
const refreshBatch = 20;

/** The kinds of job that read a source. Only an address waits for the network. */
const jobKinds = { url: "process-openapi-spec", text: "process-openapi-text" };

export type SourceKind = keyof typeof jobKinds;

/** Creates a spec and schedules the reading of its source, or replaces the source of an existing spec. */
export async function putSpec(
  { database, clock }: Context,
  organizationId: string,
  { slug, source, onlyNew = false }: { slug: string; source: SpecSource; onlyNew?: boolean },
): Promise<SpecRow> {
  const { source_url, source_text } = await readSource(source);
  const put = async (trx: Writer): Promise<SpecRow> => {
    const now = clock.now();
    const found = await findSpec(trx, organizationId, slug);
    if (found !== undefined && onlyNew) throw conflict(`slug: there is an OpenAPI spec "${slug}" already`);
    // A job that is reading the same address now may still record its result.
    const isSame = source_url !== null && source_url === found?.source_url;
    const changes = {
      source_url,
      source_number: (found?.source_number ?? 0) + (isSame ? 0 : 1),
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
        .where("organization_id", "=", organizationId)
        .where("id", "=", row.id)
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
  if (username || password) throw badInput("source.url", "must not hold a user name or password");
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

/** When a source is read again. A text never changes. */
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

/** Schedules the reading of a batch of sources that are due. Returns whether no more are due. */
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

/** Records an error for specs whose job failed for good, for example because it crashed the process every time. */
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
      last_error: "The source could not be read, however often that was tried",
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

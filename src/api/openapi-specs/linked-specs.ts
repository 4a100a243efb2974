import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { bundleFiles, createFileFetcher, readSpec, SpecError } from "../../openapi/index.ts";
import { addMilliseconds, finishYielding, parseJson } from "../../platform/index.ts";
import { inBatches, type LinkedSpecTable } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import type { Context } from "../http/index.ts";
import { noLimits, type SpecDocument } from "./documents.ts";

// OpenAPI specs to which pages refer by URL. They are read by a job, and kept for later readers: no page waits for them.

const minute = 60_000;
/** After how many milliseconds a spec is read again: if it could be read, and if not. */
const [refreshInterval, retryInterval] = [60 * minute, 10 * minute];
/** How long a spec is kept that no page shows. */
const keptUnused = 30 * 24 * 60 * minute;
/** The number of specs that are kept for an organization. */
const maxKept = 100;

export type LinkedSpec = Pick<LinkedSpecTable, "url_hash" | "refresh_at"> & {
  /** The hash of its documents; null if it could not be read. */
  readonly version: string | null;
};

function hashOfUrl({ href }: URL): string {
  return hash("sha256", href, "hex");
}

/** What is known of the specs at URLs, by URL. Unknown and outdated ones are read in the background. */
export async function findLinkedSpecs(
  context: Context,
  organizationId: string,
  urls: readonly URL[],
): Promise<Map<string, LinkedSpec>> {
  const rows = await inBatches(urls.map(hashOfUrl), (batch) =>
    context.database.read
      .selectFrom("linked_specs")
      .where("organization_id", "=", organizationId)
      .where("url_hash", "in", batch)
      .select(["url_hash", "version", "refresh_at"])
      .execute(),
  );
  const byHash = new Map(rows.map((row) => [row.url_hash, row]));
  const known = new Map<string, LinkedSpec>();
  const now = context.clock.now();
  for (const url of urls) {
    const row = byHash.get(hashOfUrl(url));
    if (row !== undefined) known.set(url.href, row);
    if (row === undefined || row.refresh_at <= now) scheduleReading(context, organizationId, url, row);
  }
  return known;
}

/** The document of a spec at a URL. Undefined if it was replaced since, or if it has more than `maxSize` bytes of JSON. */
export async function readLinkedSpec(
  { database }: Pick<Context, "database">,
  organizationId: string,
  { url_hash, version }: LinkedSpec,
  maxSize: number,
): Promise<SpecDocument | undefined> {
  if (version === null) return undefined;
  const row = await database.read
    .selectFrom("linked_specs")
    .where("organization_id", "=", organizationId)
    .where("url_hash", "=", url_hash)
    .where("version", "=", version)
    .select(["documents", "entry"])
    .executeTakeFirst();
  if (row === undefined || row.documents === null || row.entry === null) return undefined;
  const json = await promisify(gunzip)(row.documents);
  if (json.length > maxSize) return undefined;
  const files = (await finishYielding(parseJson(json.toString(), noLimits))) as Record<string, unknown>;
  return { version, document: bundleFiles(files, row.entry), size: json.length };
}

interface LinkedSpecPayload {
  readonly organizationId: string;
  readonly url: string;
}

/** The specs that this process has scheduled, so that not each reader of their pages does. */
const scheduled = new LRUCache<string, true>({ max: 1_000, ttl: minute });

/** Schedules that a spec is read. The reply does not depend on it, so an error is only logged. */
function scheduleReading(
  { database, clock, log }: Context,
  organizationId: string,
  url: URL,
  known: LinkedSpec | undefined,
): void {
  const key = `${organizationId} ${hashOfUrl(url)}`;
  const scheduledKey = `${key} ${known?.refresh_at}`;
  if (scheduled.has(scheduledKey)) return;
  scheduled.set(scheduledKey, true);
  const payload: LinkedSpecPayload = { organizationId, url: url.href };
  database
    .write((trx) => enqueue(trx, { kind: "read-linked-spec", key, payload, organizationId }, clock.now()))
    .catch((error: unknown) =>
      log.warn({ err: error }, "reading a linked OpenAPI spec could not be scheduled"),
    );
}

/** Reads the spec at a URL. If that fails, what was read before is kept. */
export async function processLinkedSpec(context: Context, payload: unknown): Promise<void> {
  const { config, headMutex, log, clock } = context;
  const { organizationId, url } = payload as LinkedSpecPayload;
  const key = { organization_id: organizationId, url_hash: hashOfUrl(new URL(url)) };
  try {
    const { files, filesystem } = await readSpec({ url }, createFileFetcher(config), headMutex);
    const refresh_at = addMilliseconds(clock.now(), refreshInterval);
    const version = hash("sha256", filesystem, "hex");
    await store(context, key, { version, entry: files[0]?.name ?? null, documents: filesystem, refresh_at });
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    log.info({ url, code: error.code, err: error.cause }, "reading a linked OpenAPI spec failed");
    await store(context, key, { refresh_at: addMilliseconds(clock.now(), retryInterval) });
  }
}

type Key = Pick<LinkedSpecTable, "organization_id" | "url_hash">;
type Values = Partial<Omit<LinkedSpecTable, keyof Key>> & Pick<LinkedSpecTable, "refresh_at">;

async function store({ database }: Context, key: Key, values: Values): Promise<void> {
  const { organization_id, url_hash } = key;
  await database.write(async (trx) => {
    const organization = await trx
      .selectFrom("organizations")
      .where("id", "=", organization_id)
      .select("id")
      .executeTakeFirst();
    // It may have been deleted since.
    if (organization === undefined) return;
    await trx
      .insertInto("linked_specs")
      .values({ ...key, version: null, entry: null, documents: null, ...values })
      .onConflict((conflict) => conflict.columns(["organization_id", "url_hash"]).doUpdateSet(values))
      .execute();
    const oldest = await trx
      .selectFrom("linked_specs")
      .where("organization_id", "=", organization_id)
      .where("url_hash", "!=", url_hash)
      .orderBy("refresh_at", "desc")
      .select("url_hash")
      .offset(maxKept - 1)
      .limit(maxKept)
      .execute();
    if (oldest.length === 0) return;
    await trx
      .deleteFrom("linked_specs")
      .where("organization_id", "=", organization_id)
      .where(
        "url_hash",
        "in",
        oldest.map((row) => row.url_hash),
      )
      .execute();
  });
}

/** Removes specs that no page has shown for long: those are read again. */
export async function removeUnusedLinkedSpecs({ database, clock }: Context): Promise<void> {
  const before = addMilliseconds(clock.now(), -keptUnused);
  await database.write((trx) => trx.deleteFrom("linked_specs").where("refresh_at", "<", before).execute());
}

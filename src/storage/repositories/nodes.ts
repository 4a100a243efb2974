import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { Nodes } from "../../content/index.ts";
import {
  batchesBySize,
  currentHour,
  type Database,
  inBatches,
  noteGarbage,
  padToPowerOfTwo,
  prepared,
  type Reader,
  type Store,
  type Writer,
} from "../database/index.ts";
import type { StorageContext } from "../index.ts";

export function openNodes(
  { database, nodeCache }: Pick<StorageContext, "database" | "nodeCache">,
  repositoryId: string,
): Nodes {
  return new Nodes({ load: (hashes) => loadNodes(database.read, repositoryId, hashes) }, nodeCache);
}

const findNode = prepared<{ repositoryId: string; hash: string }, { hash: string; packed: Uint8Array }>(
  (db, value) =>
    db
      .selectFrom("nodes")
      .where("repository_id", "=", value("repositoryId"))
      .where("hash", "=", value("hash"))
      .select(["hash", "packed"]),
);

export async function loadNodes(db: Reader, repositoryId: string, hashes: readonly string[]) {
  const [hash] = hashes;
  const rows =
    hash !== undefined && hashes.length === 1
      ? await findNode(db, { repositoryId, hash })
      : await inBatches(hashes, (batch) =>
          db
            .selectFrom("nodes")
            .where("repository_id", "=", repositoryId)
            .where("hash", "in", batch)
            .select(["hash", "packed"])
            .execute(),
        );
  return new Map(rows.map(({ hash, packed }) => [hash, unpackNode(packed)]));
}

/** Saves nodes, except those that are stored already: they have the same text. A series of block saves is recorded with them. */
export async function saveNodes(
  trx: Writer,
  repositoryId: string,
  nodes: ReadonlyMap<string, string>,
  seriesId?: string,
) {
  for (const batch of batchesOf(nodes)) await insertNodes(trx, repositoryId, batch, seriesId);
}

/**
 * Saves all but the last batch of nodes in separate transactions before the revision that needs them, to keep
 * transactions short. Returns the last batch. Nodes without a revision are removed as garbage.
 */
export async function saveNodesEarly(
  database: Database,
  repositoryId: string,
  nodes: ReadonlyMap<string, string>,
  seriesId?: string,
): Promise<ReadonlyMap<string, string>> {
  const batches = [...batchesOf(nodes)];
  const last = batches.pop() ?? [];
  for (const batch of batches)
    await database.write(async (trx) => {
      await noteGarbage(trx, repositoryId);
      await insertNodes(trx, repositoryId, batch, seriesId);
    });
  return new Map(last);
}

type Batch = [hash: string, text: string][];

function batchesOf(nodes: ReadonlyMap<string, string>): Generator<Batch> {
  return batchesBySize(nodes, ([, text]) => text.length);
}

async function insertNodes(
  trx: Writer,
  repositoryId: string,
  batch: Batch,
  seriesId?: string,
): Promise<void> {
  // In the order of the hashes, so that concurrent transactions do not wait for each other in a cycle.
  const rows = batch
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([hash, text]) => ({
      repository_id: repositoryId,
      hash,
      packed: packNode(text),
      series_id: seriesId ?? null,
      touched: currentHour(),
    }));
  await trx
    .insertInto("nodes")
    .values(rows)
    .onConflict((existing) =>
      existing
        .columns(["repository_id", "hash"])
        .doUpdateSet({
          // A node that others write as well is not removed with the series that wrote it first.
          series_id: sql`case when nodes.series_id = excluded.series_id then nodes.series_id end`,
          // Whether it is garbage is decided anew.
          touched: sql`excluded.touched`,
        })
        .where(
          sql<boolean>`nodes.touched is null or nodes.touched < excluded.touched
            or nodes.series_id is not null and nodes.series_id is distinct from excluded.series_id`,
        ),
    )
    .execute();
}

/** Copies nodes that the other repository does not have, and returns their hashes. */
export async function copyNodes(
  store: Store,
  { from, to }: { readonly from: string; readonly to: string },
  hashes: readonly string[],
): Promise<string[]> {
  const missing = await inBatches([...new Set(hashes)], (batch) =>
    store.read
      .selectFrom("nodes")
      .where("repository_id", "=", from)
      .where("hash", "in", batch)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("nodes as copied")
              .where("copied.repository_id", "=", to)
              .whereRef("copied.hash", "=", "nodes.hash")
              .select("copied.hash"),
          ),
        ),
      )
      .select(["hash", sql<number>`length(packed)`.as("size")])
      .execute(),
  );
  for (const batch of batchesBySize(missing, ({ size }) => size))
    await store.write((trx) =>
      trx
        .insertInto("nodes")
        .columns(["repository_id", "hash", "packed"])
        .expression(
          trx
            .selectFrom("nodes")
            .where("repository_id", "=", from)
            .where("hash", "in", padToPowerOfTwo(batch.map(({ hash }) => hash)))
            .select([sql.val(to).as("repository_id"), "hash", "packed"]),
        )
        .onConflict((existing) => existing.doNothing())
        .execute(),
    );
  return missing.map(({ hash }) => hash);
}

/** Shorter texts, in bytes, are stored uncompressed. */
const minCompressed = 512;

/** The first byte of a zstd frame. Uncompressed nodes are JSON and start with a brace. */
const frameStart = 0x28;

/** zlib takes so many bytes for a result at once. By default, it takes 16 KB for each node, which is ten times as much as most have. */
const maxChunk = 64 * 1024;

/** Texts of nodes are rarely longer than their compressed form by more than this factor. */
const usualRatio = 4;

/** Encodes the text of a node for storage. Compression halves the size of most nodes. */
export function packNode(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return bytes.length < minCompressed
    ? bytes
    : zstdCompressSync(bytes, { chunkSize: Math.min(maxChunk, bytes.length) });
}

export function unpackNode(packed: Uint8Array): string {
  const bytes =
    packed[0] === frameStart
      ? zstdDecompressSync(packed, { chunkSize: Math.min(maxChunk, usualRatio * packed.length) })
      : Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  return bytes.toString();
}

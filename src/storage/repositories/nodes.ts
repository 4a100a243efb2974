import { Nodes } from "../../content/index.ts";
import { type Database, inBatches, type Reader, type Writer } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { packNode, unpackNode } from "./packing.ts";

/** How many nodes are written by one statement, and about how many characters. */
const batchSize = 256;
const batchLength = 1024 * 1024;

/** The nodes of a repository, for one piece of work. */
export function openNodes(
  { database, nodeCache }: Pick<StorageContext, "database" | "nodeCache">,
  repositoryId: string,
): Nodes {
  return new Nodes({ load: (hashes) => loadNodes(database.read, repositoryId, hashes) }, nodeCache);
}

async function loadNodes(
  db: Reader,
  repositoryId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await inBatches(hashes, (batch) =>
    db
      .selectFrom("nodes")
      .where("repository_id", "=", repositoryId)
      .where("hash", "in", batch)
      .select(["hash", "packed"])
      .execute(),
  );
  return new Map(rows.map(({ hash, packed }) => [hash, unpackNode(packed)]));
}

/** Saves new nodes; those that are there already are the same. */
export async function saveNodes(
  trx: Writer,
  repositoryId: string,
  nodes: ReadonlyMap<string, string>,
): Promise<void> {
  for (const batch of batchesOf(nodes)) await insertNodes(trx, repositoryId, batch);
}

/**
 * Saves many nodes before the revision that needs them, each batch for itself, so that others need not wait for all of
 * them; those that are left are few. Without that revision, they do no harm.
 */
export async function saveNodesEarly(
  database: Database,
  repositoryId: string,
  nodes: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const batches = [...batchesOf(nodes)];
  const last = batches.pop() ?? [];
  for (const batch of batches) await database.write((trx) => insertNodes(trx, repositoryId, batch));
  return new Map(last);
}

type Batch = [hash: string, text: string][];

function* batchesOf(nodes: ReadonlyMap<string, string>): Generator<Batch> {
  let batch: Batch = [];
  let length = 0;
  for (const node of nodes) {
    batch.push(node);
    length += node[1].length;
    if (batch.length < batchSize && length < batchLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

async function insertNodes(trx: Writer, repositoryId: string, batch: Batch): Promise<void> {
  await trx
    .insertInto("nodes")
    .values(batch.map(([hash, text]) => ({ repository_id: repositoryId, hash, packed: packNode(text) })))
    .onConflict((existing) => existing.doNothing())
    .execute();
}

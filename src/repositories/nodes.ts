import { Nodes } from "../content/nodes.ts";
import type { Context } from "../context.ts";
import type { Reader, Writer } from "../database/database.ts";
import { inBatches } from "../database/in-batches.ts";

/** How many nodes are written by one statement. */
const batchSize = 256;

/** The nodes of a repository, for one piece of work. */
export function openNodes(
  { database, nodeCache }: Pick<Context, "database" | "nodeCache">,
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
      .select(["hash", "body"])
      .execute(),
  );
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}

/** Saves new nodes; those that are there already are the same. */
export async function saveNodes(
  trx: Writer,
  repositoryId: string,
  nodes: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...nodes].map(([hash, body]) => ({ repository_id: repositoryId, hash, body }));
  for (let at = 0; at < rows.length; at += batchSize) {
    await trx
      .insertInto("nodes")
      .values(rows.slice(at, at + batchSize))
      .onConflict((existing) => existing.doNothing())
      .execute();
  }
}

import { Nodes } from "../content/nodes.ts";
import type { Context } from "../context.ts";
import type { Reader, Writer } from "../database/database.ts";
import { padded } from "../database/padded.ts";

/** How many nodes are read or written by one statement. */
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
  const found = new Map<string, string>();
  for (let at = 0; at < hashes.length; at += batchSize) {
    const rows = await db
      .selectFrom("nodes")
      .where("repository_id", "=", repositoryId)
      .where("hash", "in", padded(hashes.slice(at, at + batchSize)))
      .select(["hash", "body"])
      .execute();
    for (const { hash, body } of rows) found.set(hash, body);
  }
  return found;
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

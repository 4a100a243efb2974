import { setImmediate } from "node:timers/promises";
import type { DocumentLinks } from "../../content/document/index.ts";
import type { Nodes } from "../../content/index.ts";
import { findDocumentLinks } from "../../content/link-index/index.ts";
import type { ReadDocumentLinks } from "../../content/links/index.ts";
import { padded } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { openNodes } from "./nodes.ts";

/** To be counted up whenever other things are found in a document than before. */
const version = 1;
type Kept = DocumentLinks & { readonly version: number };

/** How many documents are read, and how many findings are written, at a time. */
const batchSize = 256;
/** About what a link takes up in memory. */
const linkSize = 150;

/**
 * What is found in documents, each of which is looked through once: what was found is kept in the database, and for a
 * while in memory.
 */
export function documentLinksReader(context: StorageContext, repositoryId: string): ReadDocumentLinks {
  const nodes = openNodes(context, repositoryId);
  return async (hashes) => {
    const found = new Map<string, DocumentLinks>();
    const unique = [...new Set(hashes)];
    for (let at = 0; at < unique.length; at += batchSize) {
      const batch = unique.slice(at, at + batchSize);
      for (const [hash, findings] of await readBatch(context, repositoryId, nodes, batch))
        found.set(hash, findings);
    }
    return found;
  };
}

async function readBatch(
  context: StorageContext,
  repositoryId: string,
  nodes: Nodes,
  hashes: readonly string[],
): Promise<Map<string, DocumentLinks>> {
  const found = new Map<string, DocumentLinks>();
  const isKnown = (hash: string) => {
    const known = nodes.getCached<DocumentLinks>(keyOf(hash));
    if (known !== undefined) found.set(hash, known);
    return known !== undefined;
  };
  const unknown = hashes.filter((hash) => !isKnown(hash));
  if (unknown.length === 0) return found;
  for (const [hash, findings] of await loadFindings(context, repositoryId, unknown))
    found.set(hash, keep(nodes, hash, findings));
  const missing = unknown.filter((hash) => !found.has(hash));
  for (const hash of missing) found.set(hash, keep(nodes, hash, await look(nodes, hash)));
  if (missing.length > 0) await saveFindings(context, repositoryId, missing, found);
  return found;
}

function keyOf(hash: string): string {
  return `findings ${hash}`;
}

function keep(nodes: Nodes, hash: string, findings: DocumentLinks): DocumentLinks {
  return nodes.setCached(
    keyOf(hash),
    findings,
    linkSize * (1 + findings.links.length + findings.anchors.length),
  );
}

async function look(nodes: Nodes, hash: string): Promise<DocumentLinks> {
  // Others have their turn between two documents.
  await setImmediate();
  return findDocumentLinks(nodes, hash);
}

async function loadFindings(
  { database }: StorageContext,
  repositoryId: string,
  hashes: readonly string[],
): Promise<Map<string, DocumentLinks>> {
  const rows = await database.read
    .selectFrom("document_findings")
    .where("repository_id", "=", repositoryId)
    .where("hash", "in", padded(hashes))
    .select(["hash", "findings"])
    .execute();
  const found = rows.map(({ hash, findings }) => [hash, JSON.parse(findings) as Kept] as const);
  return new Map(found.filter(([, kept]) => kept.version === version));
}

async function saveFindings(
  { database }: StorageContext,
  repositoryId: string,
  hashes: readonly string[],
  found: ReadonlyMap<string, DocumentLinks>,
): Promise<void> {
  const rows = hashes.map((hash) => ({
    repository_id: repositoryId,
    hash,
    findings: JSON.stringify({ ...found.get(hash), version }),
  }));
  await database.write(async (trx) => {
    // The repository may be gone by now, and with it all that was in it.
    const repository = await trx
      .selectFrom("repositories")
      .where("id", "=", repositoryId)
      .select("id")
      .executeTakeFirst();
    if (repository === undefined) return;
    await trx
      .insertInto("document_findings")
      .values(rows)
      .onConflict((existing) =>
        existing
          .columns(["repository_id", "hash"])
          .doUpdateSet(({ ref }) => ({ findings: ref("excluded.findings") })),
      )
      .execute();
  });
}

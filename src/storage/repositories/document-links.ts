import type { DocumentLinks } from "../../content/document/index.ts";
import type { Nodes } from "../../content/index.ts";
import { findDocumentLinks } from "../../content/link-index/index.ts";
import type { ReadDocumentLinks } from "../../content/links/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { padToPowerOfTwo } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { openNodes } from "./nodes.ts";

/** Increase it when `findDocumentLinks` returns different results. */
const version = 4;

/** The number of documents read at once, of which each may have 3 MB of links, and the number of characters written at once. */
const batchSize = 8;
const batchLength = 1024 * 1024;
/** Estimated memory of a link in bytes. */
const linkSize = 150;

/** Reads the links of documents. Each document is parsed once; the result is stored in the database and cached. */
export function documentLinksReader(context: StorageContext, repositoryId: string): ReadDocumentLinks {
  const nodes = openNodes(context, repositoryId);
  return async (hashes, { once = false } = {}) => {
    const found = new Map<string, DocumentLinks>();
    const unique = [...new Set(hashes)];
    for (let start = 0; start < unique.length; start += batchSize)
      await readBatch(context, { repositoryId, nodes, once }, unique.slice(start, start + batchSize), found);
    return found;
  };
}

async function readBatch(
  context: StorageContext,
  { repositoryId, nodes, once }: { repositoryId: string; nodes: Nodes; once: boolean },
  hashes: readonly string[],
  found: Map<string, DocumentLinks>,
): Promise<void> {
  const add = (hash: string, links: DocumentLinks): void => {
    const { anchors, conditions, expressions } = links;
    const size =
      linkSize * [links.links, anchors, conditions, expressions].reduce((sum, list) => sum + list.length, 1);
    found.set(hash, once ? links : nodes.setCached(cacheKey(hash), links, size));
  };
  for (const hash of hashes) {
    const cached = nodes.getCached<DocumentLinks>(cacheKey(hash));
    if (cached !== undefined) found.set(hash, cached);
  }
  const uncached = hashes.filter((hash) => !found.has(hash));
  if (uncached.length === 0) return;
  const yielder = new EventLoopYielder();
  for (const { hash, findings } of await loadRows(context, repositoryId, uncached)) {
    await yielder.yieldIfDue();
    const links = JSON.parse(findings) as DocumentLinks & { version: number };
    if (links.version === version) add(hash, links);
  }
  let rows: DocumentLinksRow[] = [];
  let length = 0;
  for (const hash of uncached.filter((hash) => !found.has(hash))) {
    await yielder.yieldIfDue();
    const links = await findDocumentLinks(nodes, hash);
    add(hash, links);
    const findings = JSON.stringify({ ...links, version });
    rows.push({ repository_id: repositoryId, hash, findings });
    length += findings.length;
    if (length < batchLength) continue;
    await saveRows(context, repositoryId, rows);
    [rows, length] = [[], 0];
  }
  if (rows.length > 0) await saveRows(context, repositoryId, rows);
}

interface DocumentLinksRow {
  readonly repository_id: string;
  readonly hash: string;
  readonly findings: string;
}

function cacheKey(hash: string): string {
  return `document-links ${hash}`;
}

function loadRows({ database }: StorageContext, repositoryId: string, hashes: readonly string[]) {
  return database.read
    .selectFrom("document_findings")
    .where("repository_id", "=", repositoryId)
    .where("hash", "in", padToPowerOfTwo(hashes))
    .select(["hash", "findings"])
    .execute();
}

async function saveRows(
  { database }: StorageContext,
  repositoryId: string,
  rows: readonly DocumentLinksRow[],
): Promise<void> {
  await database.write(async (trx) => {
    // The repository may have been deleted in the meantime.
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

import type { Database } from "../database/index.ts";
import { readTableSizes } from "./storage-use.ts";

/** What tables hold, by their names. The first match counts. */
const kinds: readonly (readonly [kind: string, tables: RegExp])[] = [
  ["content", /^nodes$/],
  ["history", /^(revisions|block_saves|history_entries|page_changes|former_slugs)$/],
  ["files", /^blob/],
  ["search index", /^(search_|document_findings)/],
  ["change requests", /^(change_request|requested_reviewers|reviews|scheduled_merges|preview_links)/],
  ["comments", /^(comment|review_comments|pending_comments|taken_suggestions)/],
  ["notifications", /^(notification|subscriptions)/],
  ["insights", /^(site_event_|visitor_salts)/],
  ["imports and exports", /^(run_file|import_runs|export_runs)/],
  ["cached pages and links", /^(pdfs|social_cards|embeds)$/],
  ["API specs", /^openapi_/],
  ["jobs", /^jobs$/],
];
const otherKind = "other";

export interface KindOfData {
  readonly kind: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Counted from their shadow tables or from others, so that they are not counted twice. */
const uncounted = /^(search_index|sqlite_|blob_chunks$|run_file_chunks$)/;

/**
 * The bytes and rows of each kind of data, the largest first. Reads the whole database, in queries that block nobody: in threads on
 * SQLite. Calls `onTable` before each table that is counted.
 */
export async function measureKinds(
  database: Database,
  onTable: (done: number, total: number) => void,
): Promise<KindOfData[]> {
  const sizes = await readTableSizes(database);
  const measured = new Map<string, { bytes: number; rows: number }>();
  for (const [i, { name, bytes }] of sizes.entries()) {
    onTable(i, sizes.length);
    const kind = kinds.find(([, tables]) => tables.test(name))?.[0] ?? otherKind;
    const sum = measured.getOrInsertComputed(kind, () => ({ bytes: 0, rows: 0 }));
    sum.bytes += bytes;
    sum.rows += uncounted.test(name) ? 0 : await countRows(database, name);
  }
  return Array.from(measured, ([kind, sum]) => ({ kind, ...sum })).toSorted((a, b) => b.bytes - a.bytes);
}

async function countRows({ runLong }: Database, table: string): Promise<number> {
  const [row] = (await runLong(`select count(*) as rows from "${table}"`, [])) as { rows: number }[];
  return Number(row?.rows ?? 0);
}

/** The bytes of an SQLite file that are free for new data. Undefined for PostgreSQL, which manages its files itself. */
export async function readFreeBytes({ kind, runLong }: Database): Promise<number | undefined> {
  if (kind !== "sqlite") return undefined;
  const [row] = (await runLong(
    "select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size",
    [],
  )) as { bytes: number }[];
  return Number(row?.bytes ?? 0);
}

/** The files in the object storage. Copies of a file share its object, which is counted once. */
export async function measureObjects({ runLong }: Database): Promise<{ bytes: number; files: number }> {
  const [row] = (await runLong(
    `select count(*) as files, coalesce(sum(size), 0) as bytes from (
        select object, size from blobs where object is not null
        union select object, size from run_files where object is not null
      ) as stored`,
    [],
  )) as Record<string, string | number>[];
  return { bytes: Number(row?.bytes ?? 0), files: Number(row?.files ?? 0) };
}

/** The content and files of a repository. */
export interface RepositorySize {
  readonly repositoryId: string;
  readonly organizationId: string;
  readonly nodes: number;
  readonly nodeBytes: number;
  readonly files: number;
  readonly fileBytes: number;
}

/** The sizes of all repositories. Reads all nodes, in a query that blocks nobody. */
export async function measureRepositories({ runLong }: Database): Promise<RepositorySize[]> {
  const rows = (await runLong(
    `select repositories.id, repositories.organization_id, coalesce(content.count, 0) as nodes, coalesce(content.bytes, 0) as node_bytes,
        coalesce(stored.count, 0) as files, coalesce(stored.bytes, 0) as file_bytes
      from repositories
      left join (select repository_id, count(*) as count, sum(length(packed)) as bytes from nodes group by repository_id) as content
        on content.repository_id = repositories.id
      left join (select repository_id, count(*) as count, sum(size) as bytes from blobs group by repository_id) as stored
        on stored.repository_id = repositories.id`,
    [],
  )) as Record<string, string | number>[];
  return rows.map((row) => ({
    repositoryId: String(row.id),
    organizationId: String(row.organization_id),
    nodes: Number(row.nodes),
    nodeBytes: Number(row.node_bytes),
    files: Number(row.files),
    fileBytes: Number(row.file_bytes),
  }));
}

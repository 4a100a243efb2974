import type { Clock } from "../../platform/index.ts";
import type { Database } from "../database/index.ts";
import { readServerValue, writeServerValue } from "../index.ts";

/** What takes the space of the database, when it was last measured. */
interface StorageUse {
  readonly measuredAt: string;
  /** The largest tables with their indexes. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
  readonly files: { readonly count: number; readonly bytes: number };
  /** The organizations with the most bytes in files. */
  readonly organizations: readonly {
    readonly id: string;
    readonly files: number;
    readonly bytes: number;
  }[];
}

const valueName = "storage-use";
const listLength = 10;

const tableSizes = {
  sqlite: `select coalesce(objects.tbl_name, pages.name) as name, sum(pages.pgsize) as bytes
    from dbstat as pages left join sqlite_schema as objects on objects.name = pages.name
    where pages.aggregate = 1 group by 1 order by 2 desc`,
  postgres: `select relname as name, pg_total_relation_size(pg_class.oid) as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind = 'r' order by 2 desc`,
};

/** The bytes of each table with its indexes, the largest first. Takes long with SQLite, which reads the whole file. */
export async function readTableSizes({ kind, runLong }: Database) {
  const rows = (await runLong(tableSizes[kind], [])) as { name: string; bytes: number }[];
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/** Measures what takes the space, in the background, and stores it for everyone who wants to know. */
export async function measureStorage(context: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<void> {
  const { database, clock } = context;
  const tables = await readTableSizes(database);
  const owners = (await database.runLong(
    `select repositories.organization_id as id, count(*) as files, sum(blobs.size) as bytes
      from blobs join repositories on repositories.id = blobs.repository_id
      group by repositories.organization_id order by 3 desc`,
    [],
  )) as { id: string; files: number; bytes: number }[];
  const organizations = owners.map(({ id, files, bytes }) => ({
    id,
    files: Number(files),
    bytes: Number(bytes),
  }));
  const use: StorageUse = {
    measuredAt: clock.now(),
    tables: tables.slice(0, listLength),
    files: {
      count: organizations.reduce((sum, { files }) => sum + files, 0),
      bytes: organizations.reduce((sum, { bytes }) => sum + bytes, 0),
    },
    organizations: organizations.slice(0, listLength),
  };
  await database.write((trx) => writeServerValue(trx, valueName, JSON.stringify(use), clock.now()));
}

export async function readStorageUse({ read }: Database): Promise<StorageUse | undefined> {
  const text = await readServerValue(read, valueName);
  return text === undefined ? undefined : JSON.parse(text);
}

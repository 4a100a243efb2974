import type { DatabaseKind } from "../test/support/databases.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { settingsFor, withFolder } from "./server.ts";

export interface BenchPostgres {
  readonly url: string;
  /** What the server has logged. */
  log(): string;
}

/** An empty database on disk, and the settings of a server that uses it. */
export interface BenchDatabase {
  readonly kind: DatabaseKind;
  /** The data of the server. On SQLite, its database is in it. */
  readonly folder: string;
  readonly postgres?: BenchPostgres;
  readonly environment: ReturnType<typeof settingsFor> & { readonly DATABASE_URL?: string };
}

/** Runs a part of the benchmarks on a database. PostgreSQL is started for it, with its default settings and on a Unix socket. */
export function withDatabase(
  kind: DatabaseKind,
  work: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const settings = settingsFor(folder);
    if (kind === "sqlite") return work({ kind, folder, environment: settings });
    let log = "";
    const onLog = (text: string) => {
      log += text;
    };
    const { url, stop } = await startPostgres({ durable: true, onLog });
    try {
      const postgres = { url, log: () => log };
      await work({ kind, folder, postgres, environment: { ...settings, DATABASE_URL: url } });
    } finally {
      await stop();
    }
  });
}

import { DatabaseSync } from "node:sqlite";

/** In kilobytes. */
const cacheSize = 32_768;

/**
 * A set of hashes of any size in bounded memory: a temporary SQLite database, which the system removes with its process. A space with
 * 100,000 revisions has millions of nodes.
 */
export class MarkedHashes {
  readonly #database = new DatabaseSync("");
  readonly #insert;
  readonly #find;

  constructor() {
    this.#database.exec(`pragma journal_mode = off; pragma cache_size = -${cacheSize};
      create table marked (hash text primary key) without rowid; begin`);
    this.#insert = this.#database.prepare("insert or ignore into marked values (?)");
    this.#find = this.#database.prepare("select 1 from marked where hash = ?");
  }

  /** Returns false if the hash is marked already. */
  add(hash: string): boolean {
    return this.#insert.run(hash).changes === 1;
  }

  has(hash: string): boolean {
    return this.#find.get(hash) !== undefined;
  }

  close(): void {
    this.#database.close();
  }
}

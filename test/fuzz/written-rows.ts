import { sql } from "kysely";
import { backupTables, type Database, type Writer } from "../../src/storage/database/index.ts";
import type { DatabaseKind } from "../support/databases.ts";

/** Tables that any request may change: the last use of a token is stored. */
const ignoredTables = ["tokens"];

/** Records every written row with triggers, in an additional table. */
export class WrittenRows {
  readonly #database: Database;
  #seen = 0;

  static async watch(database: Database, kind: DatabaseKind): Promise<WrittenRows> {
    await database.write(async (trx) => {
      const number = kind === "postgres" ? "bigserial" : "integer";
      await sql`create table fuzz_writes (n ${sql.raw(number)} primary key, name text not null)`.execute(trx);
      if (kind === "postgres")
        await sql`create function fuzz_record() returns trigger language plpgsql as
          'begin insert into fuzz_writes (name) values (tg_op || '' '' || tg_table_name); return null; end'`.execute(
          trx,
        );
      for (const table of backupTables.filter((name) => !ignoredTables.includes(name)))
        for (const event of ["insert", "update", "delete"]) await addTrigger(trx, kind, event, table);
    });
    return new WrittenRows(database);
  }

  private constructor(database: Database) {
    this.#database = database;
  }

  /** The writes since the last call, such as `INSERT comments`. */
  async take(): Promise<string[]> {
    const { rows } = await sql<{ name: string; last: number }>`
      select name, max(n) as last from fuzz_writes where n > ${this.#seen} group by name`.execute(
      this.#database.read,
    );
    this.#seen = Math.max(this.#seen, ...rows.map(({ last }) => Number(last)));
    return rows.map(({ name }) => name).toSorted();
  }
}

async function addTrigger(trx: Writer, kind: DatabaseKind, event: string, table: string): Promise<void> {
  const action =
    kind === "postgres"
      ? sql`execute function fuzz_record()`
      : sql`begin insert into fuzz_writes (name) values (${sql.lit(`${event.toUpperCase()} ${table}`)}); end`;
  const name = sql.id(`fuzz_${event}_${table}`);
  await sql`create trigger ${name} after ${sql.raw(event)} on ${sql.table(table)} for each row ${action}`.execute(
    trx,
  );
}

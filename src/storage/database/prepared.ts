import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Reader, RunCompiled, Writer } from "./dialects/index.ts";

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** How compiled queries are run on these readers, past Kysely's handling of connections. */
const shortcuts = new WeakMap<Reader, RunCompiled>();

export function runDirectly(reader: Reader, run: RunCompiled): void {
  shortcuts.set(reader, run);
}

/**
 * A query that is built once for each database and then only filled in: for the few that run on every request,
 * where building the text costs more than running it.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: Build<Reader, Values, Row>,
): (db: Reader, values: Values) => Promise<Row[]> {
  const compile = compiledOnce(build);
  return (db, values) => {
    const query = compile(db);
    const parameters = fill(query, values);
    const shortcut = shortcuts.get(db);
    if (shortcut !== undefined) return shortcut(query.sql, parameters) as Promise<Row[]>;
    return db.executeQuery<Row>({ ...query, parameters }).then(({ rows }) => rows);
  };
}

/** The same for what changes something; how many rows it changed. */
export function preparedChange<Values extends Record<string, unknown>>(
  build: Build<Writer, Values, unknown>,
): (trx: Writer, values: Values) => Promise<number> {
  const compile = compiledOnce(build);
  return async (trx, values) => {
    const query = compile(trx);
    const { numAffectedRows } = await trx.executeQuery({ ...query, parameters: fill(query, values) });
    return Number(numAffectedRows ?? 0);
  };
}

type Build<Db, Values, Row> = (
  db: Db,
  value: <K extends keyof Values & string>(name: K) => RawBuilder<Values[K]>,
) => Compilable<Row>;

/** Builds the query when it is first needed. */
function compiledOnce<Db extends Reader, Values extends Record<string, unknown>, Row>(
  build: Build<Db, Values, Row>,
): (db: Db) => CompiledQuery<Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db) =>
    compiled.getOrInsertComputed(db.getExecutor().adapter, () =>
      build(db, (name) => sql`${new Placeholder(name)}`).compile(),
    );
}

function fill({ parameters }: CompiledQuery, values: Record<string, unknown>): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  );
}

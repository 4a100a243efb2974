import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Reader, RunCompiled, Writer } from "./dialects/index.ts";

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Runs compiled queries on a reader without Kysely's connection handling. */
const directRunners = new WeakMap<Reader, RunCompiled>();

export function setDirectRunner(reader: Reader, run: RunCompiled): void {
  directRunners.set(reader, run);
}

/** The results of shared queries, for readers of one version of the database. */
const sharedResults = new WeakMap<Reader, LRUCache<string, Promise<unknown[]>>>();

/** The number of results that are kept. */
const maxShared = 1_000;

/** Lets callers of this reader share the results of queries that were made with `preparedShared`. */
export function shareResults(reader: Reader): void {
  sharedResults.set(reader, new LRUCache({ max: maxShared }));
}

/** Like `prepared`, for rows that are only read: a reader of one version of the database runs the query once. */
export function preparedShared<Values extends Record<string, unknown>, Row>(
  build: Build<Reader, Values, Row>,
): (db: Reader, values: Values) => Promise<readonly Row[]> {
  const run = prepared(build);
  const number = ++sharedQueries;
  return (db, values) => {
    const results = sharedResults.get(db);
    if (results === undefined) return run(db, values);
    const key = `${number} ${JSON.stringify(values)}`;
    const known = results.get(key);
    if (known !== undefined) return known as Promise<Row[]>;
    const rows = run(db, values);
    results.set(key, rows);
    // A failed query is repeated.
    rows.catch(() => results.delete(key));
    return rows;
  };
}

let sharedQueries = 0;

/**
 * A query that is compiled once for each database and then only bound: for the few that run on every request, where
 * building the SQL costs more than running it.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: Build<Reader, Values, Row>,
): (db: Reader, values: Values) => Promise<Row[]> {
  const compile = compileOnce(build);
  return (db, values) => {
    const query = compile(db);
    const parameters = bind(query, values);
    const runDirect = directRunners.get(db);
    if (runDirect !== undefined) return runDirect(query.sql, parameters) as Promise<Row[]>;
    return db.executeQuery<Row>({ ...query, parameters }).then(({ rows }) => rows);
  };
}

/** Like `prepared`, for a statement that changes rows. Returns the number of changed rows. */
export function preparedChange<Values extends Record<string, unknown>>(
  build: Build<Writer, Values, unknown>,
): (trx: Writer, values: Values) => Promise<number> {
  const compile = compileOnce(build);
  return async (trx, values) => {
    const query = compile(trx);
    const { numAffectedRows } = await trx.executeQuery({ ...query, parameters: bind(query, values) });
    return Number(numAffectedRows ?? 0);
  };
}

type Build<Db, Values, Row> = (
  db: Db,
  value: <K extends keyof Values & string>(name: K) => RawBuilder<Values[K]>,
) => Compilable<Row>;

function compileOnce<Db extends Reader, Values extends Record<string, unknown>, Row>(
  build: Build<Db, Values, Row>,
): (db: Db) => CompiledQuery<Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db) =>
    compiled.getOrInsertComputed(db.getExecutor().adapter, () =>
      build(db, (name) => sql`${new Placeholder(name)}`).compile(),
    );
}

function bind({ parameters }: CompiledQuery, values: Record<string, unknown>): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  );
}

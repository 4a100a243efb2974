import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Reader, RunCompiled } from "./dialects/dialect.ts";

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
  build: (
    db: Reader,
    value: <K extends keyof Values & string>(name: K) => RawBuilder<Values[K]>,
  ) => Compilable<Row>,
): (db: Reader, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, (name) => sql`${new Placeholder(name)}`).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const shortcut = shortcuts.get(db);
    if (shortcut !== undefined) return shortcut(query.sql, parameters) as Promise<Row[]>;
    return db.executeQuery<Row>({ ...query, parameters }).then(({ rows }) => rows);
  };
}

import type { RunCompiled } from "./dialect.ts";

/** The number of lookups that one statement answers, and of statements with the same text that are sent before one of them has returned. */
const [maxLookups, maxStatements] = [100, 2];

interface Lookup {
  readonly parameters: readonly unknown[];
  resolve(rows: unknown[] | Promise<unknown[]>): void;
}

/**
 * Collects equal queries of requests that arrive at the same time, and sends them as one: on PostgreSQL, most of the time of a small
 * query is that of a statement, not of its rows. A query that is alone is sent as it is.
 */
export class Lookups {
  readonly #run: RunCompiled;
  readonly #kinds = new Map<string, LookupKind>();

  constructor(run: RunCompiled) {
    this.#run = run;
  }

  /** Runs a query. Its text must be one of few, and its parameters have the same types each time. */
  find(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const types = parameters.map(typeOf);
    if (types.includes(undefined)) return this.#run(text, parameters);
    return this.#kinds
      .getOrInsertComputed(`${types} ${text}`, () => new LookupKind(this.#run, text, types as string[]))
      .find(parameters);
  }
}

function typeOf(parameter: unknown): string | undefined {
  if (typeof parameter === "string") return "text";
  if (typeof parameter === "number") return "bigint";
  return undefined;
}

/** An array in PostgreSQL's notation. */
function toArray(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`)}}`;
}

/** The queries with one text. */
class LookupKind {
  readonly #run: RunCompiled;
  readonly #text: string;
  /** The query for each row of the parameters. */
  readonly #jointText: string;
  #queue: Lookup[] = [];
  #isScheduled = false;
  #sent = 0;

  constructor(run: RunCompiled, text: string, types: readonly string[]) {
    this.#run = run;
    this.#text = text;
    const arrays = types.map((type, i) => `$${i + 1}::${type}[]`);
    const columns = types.map((_, i) => `p${i + 1}`);
    const query = text.replaceAll(/\$(\d+)/g, (_, number) =>
      types[number - 1] === "text" ? `(lookup.p${number} collate "C")` : `lookup.p${number}`,
    );
    // `offset 0` keeps PostgreSQL from merging the query into the join, which may then read whole tables instead of using their indexes.
    this.#jointText = `select lookup.number as "lookup", found.*
      from unnest(${arrays}) with ordinality as lookup (${columns}, number), lateral (${query} offset 0) as found`;
  }

  find(parameters: readonly unknown[]): Promise<unknown[]> {
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    this.#queue.push({ parameters, resolve });
    this.#schedule();
    return promise;
  }

  /** Sends what is waiting after all requests that have arrived were read, as soon as few statements are under way. */
  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#sent >= maxStatements) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send(this.#queue.splice(0, maxLookups));
      this.#schedule();
    });
  }

  async #send(lookups: readonly Lookup[]): Promise<void> {
    this.#sent += 1;
    try {
      if (lookups.length === 1) await this.#findEach(lookups);
      else if (lookups[0]?.parameters.length === 0) await this.#findOnce(lookups);
      else await this.#findJointly(lookups);
    } finally {
      this.#sent -= 1;
      this.#schedule();
    }
  }

  async #findJointly(lookups: readonly Lookup[]): Promise<void> {
    const columns =
      lookups[0]?.parameters.map((_, i) => toArray(lookups.map(({ parameters }) => parameters[i]))) ?? [];
    let rows: { lookup: number }[];
    try {
      rows = (await this.#run(this.#jointText, columns)) as { lookup: number }[];
    } catch {
      // A value that the database refuses concerns only the one who sent it.
      return this.#findEach(lookups);
    }
    const found: unknown[][] = lookups.map(() => []);
    for (const { lookup, ...row } of rows) found[lookup - 1]?.push(row);
    for (const [i, { resolve }] of lookups.entries()) resolve(found[i] ?? []);
  }

  /** A query without parameters is the same for all. It begins after all of them have asked. */
  async #findOnce(lookups: readonly Lookup[]): Promise<void> {
    const rows = this.#run(this.#text, []);
    for (const { resolve } of lookups) resolve(rows);
    await Promise.allSettled([rows]);
  }

  async #findEach(lookups: readonly Lookup[]): Promise<void> {
    await Promise.allSettled(
      lookups.map(({ parameters, resolve }) => {
        const rows = this.#run(this.#text, parameters);
        resolve(rows);
        return rows;
      }),
    );
  }
}

import type { Database } from "../../src/storage/database/database.ts";
import type { Random } from "../support/random.ts";
import type { Client } from "./client.ts";
import type { CheckOptions, Ledger, View } from "./ledger.ts";

/** What a kind of work needs to begin. */
export interface World {
  readonly client: Client;
  readonly random: Random;
  /** The path of the organization that all of it is in. */
  readonly organization: string;
  /** For what would take days through the API. */
  readonly database: Database;
  /** Where a file is found that says this; it takes a moment to come. */
  readonly sourceOf: (title: string) => string;
}

/** One kind of writes, in a place of its own (a space, a site…). */
export interface Work {
  readonly name: string;
  /** One write, of a thing that nobody else is writing. */
  write(): Promise<void>;
  /** What is wrong on the server. */
  check(options: CheckOptions): Promise<string[]>;
  readonly ledger: Pick<Ledger<unknown, unknown>, "acknowledged" | "open">;
}

export function createWork<Handle, State, Found = State>(
  name: string,
  ledger: Ledger<Handle, State>,
  view: View<Handle, State, Found>,
  write: () => Promise<void>,
): Work {
  return {
    name,
    ledger,
    write,
    check: async (options) => {
      const problems = await ledger.check(view, options).catch((error: Error) => [error.message]);
      return problems.map((problem) => `${name}: ${problem}`);
    },
  };
}

let names = 0;

/** A word that nothing else is called, and that is no beginning of another one. */
export function newName(kind: string): string {
  names += 1;
  return `${kind}${names}z`;
}

/** Things by their names; two of the same name are a mistake. */
export function byName<Item, Handle>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  handleOf: (item: Item) => Handle,
): Map<string, Handle> {
  const found = new Map<string, Handle>();
  for (const item of items) {
    const name = nameOf(item);
    if (found.has(name)) throw new Error(`${name} is there twice`);
    found.set(name, handleOf(item));
  }
  return found;
}

export function same(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${found}, where ${expected} was counted`);
}

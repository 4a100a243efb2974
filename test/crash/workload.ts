import type { Database } from "../../src/storage/database/database.ts";
import type { Random } from "../support/random.ts";
import type { Client, Json } from "./client.ts";
import type { CheckOptions, Ledger, View } from "./ledger.ts";

export interface World {
  readonly client: Client;
  readonly random: Random;
  readonly organization: string;
  /** For changes that the API makes only after days. */
  readonly database: Database;
  /** The URL of a spec with this title, which is served after a delay. */
  readonly sourceOf: (title: string) => string;
}

/** Writes of one kind, in their own space, site or organization. */
export interface Workload {
  readonly name: string;
  /** Writes one object that no other client is writing. */
  write(): Promise<void>;
  check(options: CheckOptions): Promise<string[]>;
  readonly ledger: Pick<Ledger<unknown, unknown>, "acknowledged" | "uncertain">;
}

export function createWorkload<Handle, State, Found = State>(
  name: string,
  ledger: Ledger<Handle, State>,
  view: View<Handle, State, Found>,
  write: () => Promise<void>,
): Workload {
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

/** A unique name that is not a prefix of another one. */
export function newName(kind: string): string {
  names += 1;
  return `${kind}${names}z`;
}

/** Items by name; duplicate names are an error. */
export function byName<Handle = string>(
  items: readonly Json[],
  nameOf: (item: Json) => string,
  handleOf: (item: Json) => Handle = ({ id }) => id,
): Map<string, Handle> {
  const handles = new Map<string, Handle>();
  for (const item of items) {
    const name = nameOf(item);
    if (handles.has(name)) throw new Error(`${name} exists twice`);
    handles.set(name, handleOf(item));
  }
  return handles;
}

export function assertEqual(subject: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${subject} is ${actual}, but ${expected} is expected`);
}

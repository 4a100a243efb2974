import { inspect, isDeepStrictEqual } from "node:util";
import type { Random } from "../support/random.ts";

interface Entry<Handle, State> {
  handle: Handle | undefined;
  /** The possible states, undefined for absent: several if it is unknown whether a write was executed. */
  possible: (State | undefined)[];
  /** The possible states when all jobs are done, if a job will change the object. */
  afterJobs?: readonly (State | undefined)[];
  isBusy: boolean;
  isUnchecked: boolean;
}

export interface View<Handle, State, Found = State> {
  /** All objects by name. Throws if the server is inconsistent. */
  list(): Promise<ReadonlyMap<string, Handle>>;
  read(handle: Handle, name: string, isSettled: boolean): Promise<Found>;
  /** Whether an object has the expected state; by default, if both are equal. */
  matches?(state: State, actual: Found): boolean;
  /** Whether jobs write the state, so that it is checked only when all jobs are done. */
  readonly isWrittenByJobs?: boolean;
}

export interface CheckOptions {
  /** Whether all jobs are done. */
  readonly isSettled: boolean;
  /** Whether to read objects that were not written since the last check. */
  readonly includesUnchanged: boolean;
}

/** The acknowledged state of each object. An object is written by one client at a time. */
export class Ledger<Handle, State> {
  acknowledged = 0;
  readonly #entries = new Map<string, Entry<Handle, State>>();

  /** Creates, changes or (with an undefined state) removes an object. If `send` fails, both states are possible. */
  async write(
    name: string,
    after: State | undefined,
    // biome-ignore lint/suspicious/noConfusingVoidType: only creating an object returns a handle
    send: () => Promise<Handle | void>,
  ): Promise<void> {
    const entry = this.#startWrite(name, after);
    const handle = await send();
    entry.handle ??= handle ?? undefined;
    entry.possible = [after];
    entry.isBusy = false;
    this.acknowledged++;
  }

  /** Changes or removes an object by a job. An acknowledged state is expected when all jobs are done. */
  async writeByJob(name: string, after: State | undefined, send: () => Promise<unknown>): Promise<void> {
    const entry = this.#startWrite(name, after);
    entry.afterJobs = entry.possible;
    await send();
    entry.afterJobs = [after];
    this.acknowledged++;
  }

  /** Picks an existing object that is not being written, and marks it as busy. */
  take(
    random: Random,
    isSuitable: (state: State) => boolean = () => true,
  ): { name: string; handle: Handle; state: State } | undefined {
    const candidates = [...this.#entries].flatMap(([name, { handle, possible, isBusy }]) => {
      const [state] = possible;
      return isBusy || handle === undefined || state === undefined || !isSuitable(state)
        ? []
        : { name, handle, state };
    });
    if (candidates.length === 0) return undefined;
    const picked = random.pick(candidates);
    const entry = this.#entries.get(picked.name);
    if (entry !== undefined) Object.assign(entry, { isBusy: true, isUnchecked: true });
    return picked;
  }

  release(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.isBusy = false;
  }

  /** The number of objects whose last write is uncertain. */
  get uncertain(): number {
    return [...this.#entries.values()].filter(({ possible }) => possible.length > 1).length;
  }

  /** The handles of all objects that may exist. */
  handles(): { name: string; handle: Handle }[] {
    return [...this.#entries].flatMap(([name, { handle, possible }]) =>
      handle === undefined || isDeepStrictEqual(possible, [undefined]) ? [] : { name, handle },
    );
  }

  /** Compares the server with the ledger, and replaces uncertain states by the actual ones. */
  async check<Found>(view: View<Handle, State, Found>, options: CheckOptions): Promise<string[]> {
    const listed = await view.list();
    const unknown = [...listed.keys()].filter((name) => !this.#entries.has(name));
    const problems = unknown.map((name) => `${name} exists, but was never created`);
    const remaining = [...this.#entries];
    const checkRemaining = async (): Promise<void> => {
      for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) {
        const [name, entry] = next;
        const problem = await checkEntry(name, entry, listed.get(name), view, options);
        if (problem !== undefined) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: 8 }, checkRemaining));
    return problems;
  }

  #startWrite(name: string, after: State | undefined): Entry<Handle, State> {
    const entry = this.#entries.getOrInsertComputed(name, () => ({
      handle: undefined,
      possible: [undefined],
      isBusy: false,
      isUnchecked: false,
    }));
    entry.possible = [...entry.possible, after];
    entry.isBusy = true;
    entry.isUnchecked = true;
    return entry;
  }
}

async function checkEntry<Handle, State, Found>(
  name: string,
  entry: Entry<Handle, State>,
  handle: Handle | undefined,
  view: View<Handle, State, Found>,
  { isSettled, includesUnchanged }: CheckOptions,
): Promise<string | undefined> {
  if (entry.afterJobs && isSettled) {
    entry.possible = [...entry.afterJobs];
    delete entry.afterJobs;
  }
  const { possible } = entry;
  if (handle === undefined) {
    if (!possible.includes(undefined)) return `${name} is missing: ${show(possible)} is expected`;
    settle(entry, undefined, undefined);
    return undefined;
  }
  const present = possible.filter((state) => state !== undefined);
  if (present.length === 0) return `${name} exists, but was removed`;
  if (view.isWrittenByJobs && !isSettled) return undefined;
  if (!entry.isUnchecked && !includesUnchanged) return undefined;
  const actual = await view.read(handle, name, isSettled);
  const matches = view.matches ?? isDeepStrictEqual;
  const state = present.find((candidate) => matches(candidate, actual));
  if (state === undefined) return `${name} is ${show(actual)}, but ${show(possible)} is expected`;
  settle(entry, handle, state);
  return undefined;
}

function settle<Handle, State>(
  entry: Entry<Handle, State>,
  handle: Handle | undefined,
  state: State | undefined,
): void {
  // The state stays uncertain until the job has changed it.
  if (entry.afterJobs !== undefined) return;
  Object.assign(entry, { handle, possible: [state], isBusy: false, isUnchecked: false });
}

function show(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Infinity }).slice(0, 1500);
}

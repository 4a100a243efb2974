import { inspect, isDeepStrictEqual } from "node:util";
import type { Random } from "../support/random.ts";

interface Entry<Handle, State> {
  handle: Handle | undefined;
  /** What it may look like, undefined for not being there: more than one where nobody knows whether a write counted. */
  possible: (State | undefined)[];
  /** What it may look like when all jobs are done, where one is still to change it. */
  awaited?: readonly (State | undefined)[];
  isBusy: boolean;
  isUnchecked: boolean;
}

/** How the things of a ledger are found on the server. */
export interface View<Handle, State, Found = State> {
  /** All there are, by their names; throws where the server contradicts itself. */
  list(): Promise<ReadonlyMap<string, Handle>>;
  read(handle: Handle, name: string, isSettled: boolean): Promise<Found>;
  /** Whether what was found is what is expected; where it is not just the same. */
  fits?(state: State, found: Found): boolean;
  /** Whether it is only known after all jobs what a thing looks like. */
  readonly isMadeByJobs?: boolean;
}

export interface CheckOptions {
  /** Whether all jobs have been done. */
  readonly isSettled: boolean;
  /** Whether to read also what has not been written since it was read last. */
  readonly everything: boolean;
}

/** What a server has acknowledged, thing by thing; each thing is written by one client at a time. */
export class Ledger<Handle, State> {
  acknowledged = 0;
  readonly #entries = new Map<string, Entry<Handle, State>>();

  /** Makes a thing, changes it, or removes it (undefined). Unless `send` comes back, both are possible from then on. */
  async write(
    name: string,
    after: State | undefined,
    // biome-ignore lint/suspicious/noConfusingVoidType: only those who make something have a handle to give
    send: () => Promise<Handle | void>,
  ): Promise<void> {
    const entry = this.#begin(name, after);
    const handle = await send();
    entry.handle ??= handle ?? undefined;
    entry.possible = [after];
    entry.isBusy = false;
    this.acknowledged++;
  }

  /** Has a job change or remove a thing: once that is acknowledged, it will have happened when all jobs are done. */
  async writeByJob(name: string, after: State | undefined, send: () => Promise<unknown>): Promise<void> {
    const entry = this.#begin(name, after);
    entry.awaited = entry.possible;
    await send();
    entry.awaited = [after];
    this.acknowledged++;
  }

  /** Takes a thing that is there and that nobody is writing, if there is one, to be written next. */
  take(
    random: Random,
    suits: (state: State) => boolean = () => true,
  ): { name: string; handle: Handle; state: State } | undefined {
    const found = [...this.#entries].flatMap(([name, { handle, possible, isBusy }]) => {
      const [state] = possible;
      return isBusy || handle === undefined || state === undefined || !suits(state)
        ? []
        : { name, handle, state };
    });
    if (found.length === 0) return undefined;
    const taken = random.pick(found);
    const entry = this.#entries.get(taken.name);
    if (entry !== undefined) Object.assign(entry, { isBusy: true, isUnchecked: true });
    return taken;
  }

  /** Gives back what was taken and not written. */
  giveBack(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.isBusy = false;
  }

  /** Those of which it is not known whether their last write happened. */
  get open(): number {
    return [...this.#entries.values()].filter(({ possible }) => possible.length > 1).length;
  }

  /** The handles of all that may be there. */
  handles(): { name: string; handle: Handle }[] {
    return [...this.#entries].flatMap(([name, { handle, possible }]) =>
      handle === undefined || isDeepStrictEqual(possible, [undefined]) ? [] : { name, handle },
    );
  }

  /** What is wrong on the server. What was open is known afterwards. */
  async check<Found>(view: View<Handle, State, Found>, options: CheckOptions): Promise<string[]> {
    const listed = await view.list();
    const strangers = [...listed.keys()].filter((name) => !this.#entries.has(name));
    const problems = strangers.map((name) => `${name} is there, and nobody made it`);
    const waiting = [...this.#entries];
    const readNext = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [name, entry] = next;
        const problem = await checkEntry(name, entry, listed.get(name), view, options);
        if (problem !== undefined) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: 8 }, readNext));
    return problems;
  }

  #begin(name: string, after: State | undefined): Entry<Handle, State> {
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
  { isSettled, everything }: CheckOptions,
): Promise<string | undefined> {
  if (entry.awaited && isSettled) {
    entry.possible = [...entry.awaited];
    delete entry.awaited;
  }
  const { possible } = entry;
  if (handle === undefined) {
    if (!possible.includes(undefined)) return `${name} is gone: ${show(possible)} is expected`;
    settle(entry, undefined, undefined);
    return undefined;
  }
  const present = possible.filter((state) => state !== undefined);
  if (present.length === 0) return `${name} is there, and was removed`;
  if (view.isMadeByJobs && !isSettled) return undefined;
  if (!entry.isUnchecked && !everything) return undefined;
  const found = await view.read(handle, name, isSettled);
  const fits = view.fits ?? isDeepStrictEqual;
  const state = present.find((one) => fits(one, found));
  if (state === undefined) return `${name} is ${show(found)}, where ${show(possible)} is expected`;
  settle(entry, handle, state);
  return undefined;
}

function settle<Handle, State>(
  entry: Entry<Handle, State>,
  handle: Handle | undefined,
  state: State | undefined,
): void {
  // What a job is still to change stays open until it has.
  if (entry.awaited !== undefined) return;
  Object.assign(entry, { handle, possible: [state], isBusy: false, isUnchecked: false });
}

function show(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Infinity }).slice(0, 1500);
}

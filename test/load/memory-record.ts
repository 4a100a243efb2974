import { canReadMemory, descendantsOf, residentMemory } from "../support/processes.ts";

/** What no process of a server may take, in MB, however many clients there are. */
const mostAllowed = 600;
/** The last third of a run may take so much more than the middle one: what is remembered grows for a while. */
const growthAllowed = 1.35;

/** Looks again and again at what each process of some servers takes. */
export class MemoryRecord {
  /** Of each process, in MB. */
  readonly #samples = new Map<number, number[]>();
  readonly #looking: NodeJS.Timeout | undefined;

  constructor(pids: readonly number[]) {
    if (!canReadMemory) return;
    this.#looking = setInterval(() => {
      for (const pid of pids.flatMap((each) => [each, ...descendantsOf(each)]))
        this.#samples.getOrInsertComputed(pid, () => []).push(residentMemory(pid) / 1024);
    }, 250);
  }

  end(): void {
    clearInterval(this.#looking);
  }

  /** The most that one process took. */
  get most(): number {
    return Math.max(0, ...[...this.#samples.values()].flat());
  }

  /** What is wrong with it. Whether it grows without end can only be seen in a run of some length. */
  objections(isLong: boolean): string[] {
    return this.#samples
      .entries()
      .flatMap(([pid, samples]) => {
        const most = Math.max(...samples);
        const third = Math.floor(samples.length / 3);
        const [middle, last] = [mean(samples.slice(third, -third)), mean(samples.slice(-third))];
        return [
          ...(most > mostAllowed ? [`process ${pid} took ${most.toFixed(0)} MB`] : []),
          ...(isLong && third > 0 && last > middle * growthAllowed
            ? [`process ${pid} keeps growing: from ${middle.toFixed(0)} MB to ${last.toFixed(0)} MB`]
            : []),
        ];
      })
      .toArray();
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

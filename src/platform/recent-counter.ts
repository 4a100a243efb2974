const minute = 60_000;
const minutes = 60;

/** Counts events of the last hour in memory, by the minute. */
export class RecentCounter {
  readonly #counts = new Map<number, number>();

  increment(now: number): void {
    const current = Math.floor(now / minute);
    this.#counts.set(current, (this.#counts.get(current) ?? 0) + 1);
    for (const counted of this.#counts.keys()) if (counted <= current - minutes) this.#counts.delete(counted);
  }

  /** The events of the hour before this time. */
  count(now: number): number {
    const oldest = Math.floor(now / minute) - minutes;
    let sum = 0;
    for (const [counted, count] of this.#counts) if (counted > oldest) sum += count;
    return sum;
  }
}

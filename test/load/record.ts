/** All acknowledged writes, which must exist after the load test. */
export interface Acknowledged {
  readonly comments: { space: string; id: string; text: string }[];
  readonly replies: { space: string; comment: string; id: string }[];
  readonly resolved: { space: string; id: string }[];
  readonly merges: { space: string; id: string; number: number; title: string }[];
  readonly pages: { space: string; title: string }[];
  /** The last text of each page that is written by a single client, by space and page. */
  readonly texts: Record<string, { space: string; page: string; text: string }>;
  /** The increments of each counter, by space. */
  readonly counted: Record<string, number>;
}

/** Response times in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The results of a load test, as measured by the clients. */
export interface LoadRecord {
  readonly requests: number;
  readonly seconds: number;
  readonly reads: Percentiles & { readonly count: number };
  readonly writes: Percentiles & { readonly count: number };
  /** The number of retries after 412. */
  readonly conflicts: number;
  readonly actions: Record<string, Percentiles & { readonly count: number }>;
  /** The processor time of the clients, in milliseconds. */
  readonly processorTime: number;
  /** Failed requests and unexpected responses; the first ones as text. */
  readonly problems: number;
  readonly firstProblems: readonly string[];
  readonly acknowledged: Acknowledged;
}

export function emptyAcknowledged(): Acknowledged {
  return { comments: [], replies: [], resolved: [], merges: [], pages: [], texts: {}, counted: {} };
}

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}

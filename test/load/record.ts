/** Everything that a server has acknowledged: all of it must be there in the end. */
export interface Acknowledged {
  readonly comments: { space: string; id: string; text: string }[];
  readonly replies: { space: string; comment: string; id: string }[];
  readonly resolved: { space: string; id: string }[];
  readonly merges: { space: string; id: string; number: number; title: string }[];
  readonly pages: { space: string; title: string }[];
  /** What was last written on pages that one client has for itself, by space and page. */
  readonly texts: Record<string, { space: string; page: string; text: string }>;
  /** How often each counter was counted up, by space. */
  readonly counted: Record<string, number>;
}

/** In milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** What came of a load, as its clients saw it. */
export interface LoadRecord {
  readonly requests: number;
  readonly seconds: number;
  readonly reads: Percentiles & { readonly count: number };
  readonly writes: Percentiles & { readonly count: number };
  /** How often somebody else had been faster (412), and it was tried again. */
  readonly overtaken: number;
  /** Of each action: how often, and how long half of them took at most. */
  readonly actions: Record<string, { count: number; p50: number; p99: number }>;
  /** Answers that should not have been; the first few in words. */
  readonly wrongAnswers: number;
  readonly firstWrong: readonly string[];
  readonly acknowledged: Acknowledged;
}

export function emptyAcknowledged(): Acknowledged {
  return { comments: [], replies: [], resolved: [], merges: [], pages: [], texts: {}, counted: {} };
}

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

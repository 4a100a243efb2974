import { cpuTimeOf } from "../support/linear.ts";
import { type Input, inputOf, type Readers } from "./readers.ts";
import type { Pattern } from "./tokens.ts";

export interface Lengths {
  /** The lengths of the texts that are measured first. */
  readonly short: number;
  readonly long: number;
}

/** Shorter times, in milliseconds, are noise: those of the first measurement, and those with longer texts. */
const [minTime, minConfirmedTime] = [3, 20];
/** The growth of the time for four times the length that is measured again, and that is too much. */
const [suspiciousGrowth, maxGrowth] = [5.5, 8];

/** The times of short texts vary: a growth that is suspicious once is measured again, up to three times. */
const attempts = 3;

/** The readers whose time grows faster than the length of the text. What stays suspicious is measured with longer texts. */
export function slowReaders(pattern: Pattern, { short, long }: Lengths, readers: Readers): string[] {
  const longInput = inputOf(pattern.textOf(long));
  const shortInput = lazy(() => inputOf(pattern.textOf(short)));
  const longerInputs = lazy(() => [2 * long, 8 * long].map((length) => inputOf(pattern.textOf(length))));
  return Object.entries(readers).flatMap(([name, read]) => {
    if (cpuTimeOf(() => read(longInput)) < minTime) return [];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const shortTime = cpuTimeOf(() => {
        for (let i = 0; i < 4; i++) read(shortInput());
      });
      const longTime = cpuTimeOf(() => read(longInput));
      if (longTime < Math.max(minTime, (suspiciousGrowth * shortTime) / 4)) return [];
    }
    const growth = confirmedGrowth(read, longerInputs());
    return growth === undefined ? [] : `${name} for ${pattern.name}: ${growth}`;
  });
}

function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/** Undefined if one of three measurements grows with the text only. */
function confirmedGrowth(read: (input: Input) => unknown, inputs: readonly Input[]): string | undefined {
  let measured: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [short = 0, long = 0] = inputs.map((input) => cpuTimeOf(() => read(input)));
    if (long < minConfirmedTime || long < maxGrowth * short) return undefined;
    measured = `${short.toFixed(0)} ms, and ${long.toFixed(0)} ms for four times the length`;
  }
  return measured;
}

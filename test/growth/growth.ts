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

/**
 * The readers whose time grows faster than the length of the text. A suspicious measurement is repeated with longer texts,
 * since the times of short ones vary.
 */
export function slowReaders(pattern: Pattern, { short, long }: Lengths, readers: Readers): string[] {
  const longInput = inputOf(pattern.textOf(long));
  let shortInput: Input | undefined;
  return Object.entries(readers).flatMap(([name, read]) => {
    if (cpuTimeOf(() => read(longInput)) < minTime) return [];
    const input = shortInput ?? inputOf(pattern.textOf(short));
    shortInput = input;
    const shortTime = cpuTimeOf(() => read(input));
    if (cpuTimeOf(() => read(longInput)) < Math.max(minTime, suspiciousGrowth * shortTime)) return [];
    const growth = confirmedGrowth(read, pattern, long);
    return growth === undefined ? [] : `${name} for ${pattern.name}: ${growth}`;
  });
}

/** Measures texts of up to eight times the length. Undefined if one of three measurements grows with the text only. */
function confirmedGrowth(read: (input: Input) => unknown, pattern: Pattern, length: number) {
  const inputs = [2 * length, 8 * length].map((longer) => inputOf(pattern.textOf(longer)));
  let measured: string | undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    const [short = 0, long = 0] = inputs.map((input) => cpuTimeOf(() => read(input)));
    if (long < minConfirmedTime || long < maxGrowth * short) return undefined;
    measured = `${short.toFixed(0)} ms, and ${long.toFixed(0)} ms for four times the length`;
  }
  return measured;
}

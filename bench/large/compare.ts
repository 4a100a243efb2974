import type { Measured } from "./measure.ts";

/** A request to the large installation, compared with the same request to the small one. */
export interface Compared {
  readonly operation: string;
  readonly caller: string;
  readonly input: string;
  readonly status: number;
  readonly smallMilliseconds: number;
  readonly largeMilliseconds: number;
  readonly ratio: number;
  readonly smallBytes: number;
  readonly largeBytes: number;
  readonly wait: number;
  readonly memory: number;
  readonly peak: number;
  /** The goals that it breaks. */
  readonly broken: readonly string[];
  readonly error?: string;
}

export const goals = { ratio: 10, wait: 200, peak: 500 } as const;

/** In milliseconds. A smaller difference between two times is noise. */
const noise = 3;

/** In milliseconds. A request takes no less; what was measured below is an error of the measurement. */
const shortest = 1;

export function compare(small: readonly Measured[], large: readonly Measured[]): Compared[] {
  const keyOf = ({ operation, caller, input }: Measured) => JSON.stringify([operation, caller, input]);
  const smallByKey = new Map(small.map((measured) => [keyOf(measured), measured]));
  return large.flatMap((measured) => {
    const before = smallByKey.get(keyOf(measured));
    return before === undefined ? [] : [compareOne(before, measured)];
  });
}

function compareOne(small: Measured, large: Measured): Compared {
  const { operation, caller, input, status, wait, memory, peak, error } = large;
  const ratio = large.milliseconds / Math.max(small.milliseconds, shortest);
  // A longer reply may take longer in proportion.
  const growth = Math.max(1, large.size / Math.max(small.size, 1));
  const isSlower = ratio > goals.ratio * growth && large.milliseconds - small.milliseconds > noise;
  const broken = [
    ...(isSlower ? ["slower"] : []),
    ...(wait > goals.wait ? ["wait"] : []),
    ...(peak > goals.peak ? ["memory"] : []),
    ...(status === 0 || status >= 500 ? ["failed"] : []),
    ...(status !== small.status ? ["other status"] : []),
  ];
  return {
    ...{ operation, caller, input, status },
    ...{ smallMilliseconds: small.milliseconds, largeMilliseconds: large.milliseconds, ratio },
    ...{ smallBytes: small.size, largeBytes: large.size },
    ...{ wait, memory, peak, broken },
    ...(error !== undefined && { error }),
  };
}

/** A table of requests, those with the highest ratio first. */
export function tableOf(compared: readonly Compared[]): string {
  const head = [
    ...["operation", "caller", "input", "status", "small ms", "large ms", "ratio"],
    ...["small KB", "large KB", "wait ms", "memory MB", "breaks"],
  ];
  const lines = compared
    .toSorted((a, b) => b.ratio - a.ratio)
    .map((row) => [
      row.operation,
      row.caller,
      row.input,
      String(row.status),
      row.smallMilliseconds.toFixed(1),
      row.largeMilliseconds.toFixed(1),
      row.ratio.toFixed(1),
      (row.smallBytes / 1024).toFixed(1),
      (row.largeBytes / 1024).toFixed(1),
      row.wait.toFixed(0),
      row.peak.toFixed(0),
      row.broken.join(", "),
    ]);
  const texts = 3;
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  const pad = (cell: string, i: number) =>
    i < texts || i === head.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return [head, ...lines].map((line) => line.map(pad).join("  ").trimEnd()).join("\n");
}

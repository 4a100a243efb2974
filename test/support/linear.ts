import assert from "node:assert/strict";
import type { Steps } from "../../src/platform/steps.ts";

/** The CPU time of this thread in milliseconds, which other load on the machine does not affect. */
export function cpuTimeOf(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The CPU times of the steps of a computation. */
export function cpuTimesOf(steps: Steps<unknown>): number[] {
  const times: number[] = [];
  for (let isDone = false; !isDone; )
    times.push(
      cpuTimeOf(() => {
        isDone = steps.next().done === true;
      }),
    );
  return times;
}

/** The shortest of three times. */
function minCpuTimeOf(work: () => unknown): number {
  return Math.min(...Array.from({ length: 3 }, () => cpuTimeOf(work)));
}

/**
 * Asserts that four times the input takes about four times as long, not sixteen. Times up to 20 ms are noise and pass; a
 * busy machine may slow down one measurement, but not all four.
 */
export function assertLinear(short: () => unknown, long: () => unknown): void {
  let measured = "";
  for (let attempt = 0; attempt < 4; attempt++) {
    const large = minCpuTimeOf(long);
    if (large <= 20) return;
    const small = minCpuTimeOf(short);
    if (large <= 8 * small) return;
    measured = `took ${small.toFixed(1)} ms, but ${large.toFixed(1)} ms for four times the input`;
  }
  assert.fail(measured);
}

/** Asserts that the time for repetitions of a text grows in proportion to their length. */
export function assertLinearInRepetitions(
  read: (text: string) => unknown,
  unit: string,
  length = 20_000,
): void {
  const [short, long] = [unit.repeat(length / unit.length), unit.repeat((4 * length) / unit.length)];
  assertLinear(
    () => read(short),
    () => read(long),
  );
}

/**
 * Asserts that the event loop can run while this takes long: the longest time between two of its iterations is less than
 * half of the whole. Without yields it is the whole; with them a few milliseconds, or more while garbage is collected.
 */
export async function assertYields(work: () => Promise<unknown>): Promise<void> {
  let [total, longest] = [0, 0];
  let start = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(start);
    const time = (user + system) / 1000;
    [total, longest] = [total + time, Math.max(longest, time)];
    start = process.threadCpuUsage();
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  measure();
  assert.ok(total > 100, `took only ${total.toFixed(0)} ms`);
  assert.ok(longest < total / 2, `took ${total.toFixed(0)} ms, and ${longest.toFixed(0)} ms at once`);
}

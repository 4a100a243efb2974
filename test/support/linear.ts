import assert from "node:assert/strict";

/** How long this thread worked, in milliseconds: not how long it waited for others on a busy machine. */
export function workOf(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The shortest of three times. */
export function leastWorkOf(work: () => unknown): number {
  return Math.min(...Array.from({ length: 3 }, () => workOf(work)));
}

/**
 * Four times as much takes about four times as long, not sixteen. What is short is not measured, since chance decides
 * over it; and a machine that has other work may slow down any one measurement, but not all of them.
 */
export function assertLinear(short: () => unknown, long: () => unknown): void {
  let found = "";
  for (let attempt = 0; attempt < 4; attempt++) {
    const much = leastWorkOf(long);
    if (much <= 20) return;
    const little = leastWorkOf(short);
    if (much <= 8 * little) return;
    found = `${little.toFixed(1)} ms, and ${much.toFixed(1)} ms for four times as much`;
  }
  assert.fail(found);
}

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { ServerProcess } from "../test/support/server.ts";
import { progress, report, token } from "./report.ts";
import { call } from "./server.ts";

interface LoadRequest {
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  /** Replace the token. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server and the requests that are sent to it in a loop, by default as the admin. */
export interface Load {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly connections?: number;
}

/** The rate of responses, in requests per second. The load generator is a separate process. */
async function measureRate({ url, requests, connections = 20 }: Load, seconds: number): Promise<number> {
  const generator = spawn(process.execPath, [fileURLToPath(new URL("./generate-load.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const sent = requests.map(({ path, token: bearer = token, body, headers }) => ({
    path,
    headers: headers ?? {
      authorization: `Bearer ${bearer}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  }));
  generator.stdin.end(JSON.stringify({ url, requests: sent, connections, seconds }));
  const { rate, failed } = JSON.parse(await text(generator.stdout));
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return rate;
}

/** Measures the loads alternately, so that noise affects all alike. Returns the median rate of each. */
export async function measureInterleaved(loads: readonly Load[], rounds = 3, seconds = 4): Promise<number[]> {
  for (const load of loads) await measureRate(load, 2);
  const rates = loads.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, load] of loads.entries()) rates[i]?.push(await measureRate(load, seconds));
  }
  return rates.map(median);
}

/** Compares the 1,000th page of a list with its first. */
export async function benchDeepPage(server: ServerProcess, name: string, list: string): Promise<void> {
  progress(`walking to the 1,000th page of ${name}`);
  let path = list;
  for (let page = 1; page < 1000; page++) {
    const { next } = await call(server, `GET ${path}`);
    path = `${list}&page=${next.page}`;
  }
  const [first = 0, deep = 0] = await measureInterleaved(
    [list, path].map((page) => ({ url: server.url, requests: [{ path: `/v1${page}` }] })),
  );
  report(`${name}, first page, requests/s`, first);
  report("… 1,000th page, requests/s", deep);
  report("… time of the 1,000th over that of the first", first / deep, { atMost: 1.2 });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median duration of the work in milliseconds. */
export async function medianTime(rounds: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  while (times.length < rounds) times.push(await timed(work));
  return median(times);
}

/** Measures the work in a small and in a large space alternately, and compares the medians. */
export async function compareSpaces<Space extends { pages: readonly string[] }>(
  name: string,
  [smallSpace, largeSpace]: readonly [Space, Space],
  rounds: number,
  measure: (space: Space, round: number) => Promise<number>,
): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(await measure(smallSpace, round));
    times[1].push(await measure(largeSpace, round));
  }
  const [smallTime, largeTime] = [median(times[0]), median(times[1])];
  report(`${name} of ${smallSpace.pages.length} pages, ms`, smallTime);
  report(`${name} of ${largeSpace.pages.length} pages, ms`, largeTime);
  report(`${name} of many pages over few`, largeTime / smallTime, { atMost: 3 });
}

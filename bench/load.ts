import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** A server and the requests that are sent to it in a loop. */
export interface Load {
  readonly url: string;
  readonly requests: readonly { path: string; token: string; body?: object }[];
}

/** The rate of answers, in requests per second. The load generator is a separate process. */
async function measureRate({ url, requests }: Load, seconds: number): Promise<number> {
  const generator = spawn(process.execPath, [fileURLToPath(new URL("./generate-load.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const sent = requests.map(({ path, token, body }) => ({
    path,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  }));
  generator.stdin.end(JSON.stringify({ url, requests: sent, seconds }));
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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A bare `node:http` server that answers every request with the same bytes. */
export async function startBareServer(answer: { headers: object; body: string }) {
  const script = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(answer)]);
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.kill() };
}

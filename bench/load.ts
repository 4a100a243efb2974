import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const autocannon = createRequire(import.meta.url).resolve("autocannon/autocannon.js");

/** Requests a second that an address answers, from a load generator in a process of its own. */
export async function measureRate(url: string, token: string, seconds: number): Promise<number> {
  const args = [autocannon, "--json", "--connections", "20", "--duration", String(seconds)];
  args.push("--headers", `Authorization=Bearer ${token}`, url);
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  const { requests, non2xx, errors } = JSON.parse(stdout);
  if (non2xx > 0 || errors > 0)
    throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`);
  return requests.average;
}

/** Measures several addresses in turn, round after round, so that noise hits all alike; the middle of each. */
export async function measureInTurns(
  urls: readonly string[],
  token: string,
  rounds = 3,
  seconds = 4,
): Promise<number[]> {
  for (const url of urls) await measureRate(url, token, 2);
  const rates = urls.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, url] of urls.entries()) rates[i]?.push(await measureRate(url, token, seconds));
  }
  return rates.map(median);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A bare `node:http` server that answers everything with the very bytes of this answer. */
export async function startBareServer(answer: { headers: object; body: string }) {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL("./bare-server.ts", import.meta.url)),
    JSON.stringify(answer),
  ]);
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}/`, stop: () => child.kill() };
}

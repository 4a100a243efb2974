import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { benchDeepPage, measureInterleaved, median, startBareServer, timed } from "./load.ts";
import { progress, report } from "./report.ts";
import type { SeededData } from "./seed.ts";
import { call } from "./server.ts";

export async function benchStart({ environment }: SeededData): Promise<void> {
  progress("timing starts");
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    let server: ServerProcess | undefined;
    const start = async () => {
      server = await startServer(environment);
      await call(server, "GET /orgs");
    };
    times.push(await timed(start));
    await server?.stop();
  }
  report("process start to first response, ms", median(times), { atMost: 1000 });
}

export async function benchMemory(server: ServerProcess): Promise<void> {
  await sleep(2000);
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8")) ?? [];
  report("resident memory at rest, MB", Number(kilobytes) / 1024, { atMost: 120 });
}

/** Small reads of 1,000 distinct objects by 1,000 distinct callers, and a deep page of a long list. */
export async function benchReads(
  server: ServerProcess,
  { organizationId, others }: SeededData,
): Promise<void> {
  const organizations = others.map((other) => ({ path: `/v1/orgs/${other.id}`, token: other.token }));
  await benchRead(server, "/v1/orgs/{id}", organizations);
  const spaces = others.map((other) => ({ path: `/v1/spaces/${other.spaceId}`, token: other.token }));
  await benchRead(server, "/v1/spaces/{id}", spaces);
  await benchDeepPage(server, "members", `/orgs/${organizationId}/members?limit=50`);
}

/** Compares reads with a bare server that sends the bytes of one response. */
async function benchRead(
  server: ServerProcess,
  name: string,
  reads: readonly { path: string; token: string }[],
): Promise<void> {
  progress(`measuring GET ${name} against a bare server`);
  const [sample] = reads;
  if (sample === undefined) throw new Error("the database has no objects to read");
  const response = await fetch(`${server.url}${sample.path}`, {
    headers: { authorization: `Bearer ${sample.token}` },
  });
  const addedByNode = ["date", "connection", "keep-alive"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !addedByNode.includes(name)));
  const bare = await startBareServer({ headers, body: await response.text() });
  const [distinct = 0, bareRate = 0, hot = 0] = await measureInterleaved([
    { url: server.url, requests: reads },
    { url: bare.url, requests: [sample] },
    { url: server.url, requests: [sample] },
  ]);
  bare.stop();
  report(`GET ${name}, ${reads.length} objects and callers, requests/s`, distinct);
  report("… bare node:http with the same bytes, requests/s", bareRate);
  report(`GET ${name} over bare node:http`, distinct / bareRate, { atLeast: 0.5 });
  report("… of a single object by a single caller", hot / bareRate);
}

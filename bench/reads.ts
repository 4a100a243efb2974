import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import type { Installation } from "./installation.ts";
import { measureInterleaved, median, startBareServer } from "./load.ts";
import { headers, progress, report, token } from "./report.ts";

export async function benchStart({ environment }: Installation): Promise<void> {
  progress("timing starts");
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const startedAt = performance.now();
    const server = await startServer(environment);
    await fetch(`${server.url}/v1/orgs`, { headers });
    times.push(performance.now() - startedAt);
    await server.stop();
  }
  report("process start to first answer, ms", median(times), { atMost: 1000 });
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
  { organizationId, others }: Installation,
): Promise<void> {
  const organizations = others.map((other) => ({ path: `/v1/orgs/${other.id}`, token: other.token }));
  await benchRead(server, "/v1/orgs/{id}", organizations);
  const spaces = others.map((other) => ({ path: `/v1/spaces/${other.spaceId}`, token: other.token }));
  await benchRead(server, "/v1/spaces/{id}", spaces);
  await benchDeepPage(server, organizationId);
}

interface Read {
  readonly path: string;
  readonly token: string;
}

/** Compares with a bare server that sends the bytes of one of the answers. */
async function benchRead(server: ServerProcess, name: string, reads: readonly Read[]): Promise<void> {
  progress(`measuring GET ${name} against a bare server`);
  const [one] = reads;
  if (one === undefined) throw new Error("there is nothing to read");
  const response = await fetch(`${server.url}${one.path}`, {
    headers: { authorization: `Bearer ${one.token}` },
  });
  const addedByNode = ["date", "connection", "keep-alive"];
  const sent = Object.fromEntries([...response.headers].filter(([header]) => !addedByNode.includes(header)));
  const bare = await startBareServer({ headers: sent, body: await response.text() });
  const [distinct = 0, bareRate = 0, hot = 0] = await measureInterleaved([
    { url: server.url, requests: reads },
    { url: bare.url, requests: [one] },
    { url: server.url, requests: [one] },
  ]);
  bare.stop();
  report(`GET ${name}, ${reads.length} objects and callers, requests/s`, distinct);
  report("… bare node:http with the same bytes, requests/s", bareRate);
  report(`GET ${name} over bare node:http`, distinct / bareRate, { atLeast: 0.5 });
  report("… of a single object by a single caller", hot / bareRate);
}

async function benchDeepPage(server: ServerProcess, organizationId: string): Promise<void> {
  progress("walking to the 1,000th page of 50 members");
  const list = `/v1/orgs/${organizationId}/members?limit=50`;
  let path = list;
  for (let page = 1; page < 1000; page++) {
    const { next } = (await (await fetch(`${server.url}${path}`, { headers })).json()) as {
      next: { page: string };
    };
    path = `${list}&page=${next.page}`;
  }
  const [first = 0, deep = 0] = await measureInterleaved([
    { url: server.url, requests: [{ path: list, token }] },
    { url: server.url, requests: [{ path, token }] },
  ]);
  report("members, first page, requests/s", first);
  report("members, 1,000th page, requests/s", deep);
  report("members, time of the 1,000th page over that of the first", first / deep, { atMost: 1.2 });
}

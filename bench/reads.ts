import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import type { Installation } from "./installation.ts";
import { measureInTurns, median, startBareServer } from "./load.ts";
import { headers, progress, report, token } from "./report.ts";

export async function benchStart({ environment }: Installation): Promise<void> {
  progress("starts are timed");
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const server = await startServer(environment);
    await fetch(`${server.url}/v1/orgs`, { headers });
    times.push(performance.now() - begun);
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

/** What a small read costs, of one object and of many, and a page of a long list. */
export async function benchReads(
  server: ServerProcess,
  { organizationId, spaceId, others }: Installation,
): Promise<void> {
  const organizations = others.map((other) => ({ path: `/v1/orgs/${other.id}`, token: other.token }));
  await benchRead(server, "/v1/orgs/{id}", `/v1/orgs/${organizationId}`, organizations);
  const spaces = others.map((other) => ({ path: `/v1/spaces/${other.spaceId}`, token: other.token }));
  await benchRead(server, "/v1/spaces/{id}", `/v1/spaces/${spaceId}`, spaces);
  await benchDeepPage(server, organizationId);
}

/** Against a bare server that sends the very bytes of the one. */
async function benchRead(
  server: ServerProcess,
  name: string,
  path: string,
  many: readonly { path: string; token: string }[],
): Promise<void> {
  progress(`GET ${name} is measured against a bare server`);
  const response = await fetch(`${server.url}${path}`, { headers });
  const untouched = ["date", "connection", "keep-alive"];
  const sent = Object.fromEntries([...response.headers].filter(([header]) => !untouched.includes(header)));
  const bare = await startBareServer({ headers: sent, body: await response.text() });
  const one = [{ path, token }];
  const [ours = 0, theirs = 0, spread = 0] = await measureInTurns([
    { url: server.url, requests: one },
    { url: bare.url, requests: one },
    { url: server.url, requests: many },
  ]);
  bare.stop();
  report(`GET ${name}, requests a second`, ours);
  report("… bare node:http with the same bytes, requests a second", theirs);
  report(`GET ${name} over bare node:http`, ours / theirs, { atLeast: 0.5 });
  report(`… the same over ${many.length} of them and their callers`, spread / theirs);
}

async function benchDeepPage(server: ServerProcess, organizationId: string): Promise<void> {
  progress("the 1,000th page of 50 members is walked to");
  const list = `/v1/orgs/${organizationId}/members?limit=50`;
  let path = list;
  for (let page = 1; page < 1000; page++) {
    const { next } = (await (await fetch(`${server.url}${path}`, { headers })).json()) as {
      next: { page: string };
    };
    path = `${list}&page=${next.page}`;
  }
  const [first = 0, deep = 0] = await measureInTurns([
    { url: server.url, requests: [{ path: list, token }] },
    { url: server.url, requests: [{ path, token }] },
  ]);
  report("members, first page, requests a second", first);
  report("members, 1,000th page, requests a second", deep);
  report("members, time of the 1,000th page over that of the first", first / deep, { atMost: 1.2 });
}

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { startBareServer } from "./bare.ts";
import type { BenchPostgres } from "./databases.ts";
import { benchDeepPage, measureInterleaved, median, timed } from "./load.ts";
import { recordStatements } from "./postgres.ts";
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
  report("process start to first response, ms", median(times), { atMost: 500 });
}

export async function benchMemory(server: ServerProcess): Promise<void> {
  await sleep(2000);
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8")) ?? [];
  report("resident memory at rest, MB", Number(kilobytes) / 1024, { atMost: 100 });
}

/** Small reads of 1,000 distinct objects by 1,000 distinct callers, lists of 50 by as many, and a deep page of a long list. */
export async function benchReads(server: ServerProcess, data: SeededData): Promise<void> {
  const { organizationId, spaceId, others } = data;
  const organizations = others.map((other) => ({ path: `/v1/orgs/${other.id}`, token: other.token }));
  const smallRead = data.postgres === undefined ? 0.6 : 0.4;
  await benchRead(server, data, "/v1/orgs/{id}", organizations, smallRead);
  const spaces = others.map((other) => ({ path: `/v1/spaces/${other.spaceId}`, token: other.token }));
  await benchRead(server, data, "/v1/spaces/{id}", spaces, smallRead);
  await benchList(server, data, "/v1/spaces/{id}/comments", `/spaces/${spaceId}/comments`);
  await benchList(server, data, "/v1/orgs/{id}/members", `/orgs/${organizationId}/members`);
  await benchDeepPage(server, "members", `/orgs/${organizationId}/members?limit=50`);
}

interface Read {
  readonly path: string;
  readonly token: string;
}

const [listLength, listCount] = [50, 100];

/** Compares parts of a list, which are read by distinct callers. */
async function benchList(server: ServerProcess, data: SeededData, name: string, list: string): Promise<void> {
  const paths = [`${list}?limit=${listLength}`];
  while (paths.length < listCount) {
    const { next } = await call(server, `GET ${paths.at(-1)}`);
    paths.push(`${list}?limit=${listLength}&page=${next.page}`);
  }
  const reads = data.callers.map((token, i) => ({ path: `/v1${paths[i % listCount]}`, token }));
  await benchRead(server, data, `${name}?limit=${listLength}`, reads, 0.3);
}

/** Compares reads with bare servers that send the bytes of one response: on PostgreSQL, one of them runs the statements too. */
async function benchRead(
  server: ServerProcess,
  { postgres }: SeededData,
  name: string,
  reads: readonly Read[],
  atLeast: number,
): Promise<void> {
  progress(`measuring GET ${name} against a bare server`);
  const [sample] = reads;
  if (sample === undefined) throw new Error("the database has no objects to read");
  const response = await read(server, sample);
  const addedByNode = ["date", "connection", "keep-alive"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !addedByNode.includes(name)));
  const body = await response.text();
  const bare = await startBareServer({ headers, body });
  const loads = [
    { url: server.url, requests: reads },
    { url: bare.url, requests: [sample] },
    { url: server.url, requests: [sample] },
  ];
  const database = postgres && { url: postgres.url, statements: await recordReads(server, postgres, reads) };
  const withStatements = database && (await startBareServer({ headers, body, database }));
  if (withStatements) loads.push({ url: withStatements.url, requests: reads });
  const [distinct = 0, bareRate = 0, hot = 0, statementRate = 0] = await measureInterleaved(loads);
  bare.stop();
  withStatements?.stop();
  const objects = new Set(reads.map(({ path }) => path)).size;
  report(`GET ${name}, ${objects} objects and ${reads.length} callers, requests/s`, distinct);
  report("… bare node:http with the same bytes, requests/s", bareRate);
  report(`GET ${name} over bare node:http`, distinct / bareRate, { atLeast });
  report("… of a single object by a single caller", hot / bareRate);
  if (database === undefined) return;
  const counts = Object.values(database.statements).map(({ length }) => length);
  report("… statements of a request", median(counts));
  report("… bare node:http and postgres.js with the same bytes and statements, requests/s", statementRate);
  report(`GET ${name} over bare node:http and postgres.js`, distinct / statementRate, { atLeast: 0.5 });
}

function read(server: ServerProcess, { path, token }: Read): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
}

/** Records the statements of reads, each for the first caller of an object, after the server has filled its caches. */
async function recordReads(server: ServerProcess, postgres: BenchPostgres, reads: readonly Read[]) {
  const tokens = new Map(reads.toReversed().map(({ path, token }) => [path, token]));
  const send = async (path: string) => (await read(server, { path, token: tokens.get(path) ?? "" })).text();
  for (const path of tokens.keys()) await send(path);
  return recordStatements(postgres, [...tokens.keys()], send);
}

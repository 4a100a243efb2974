// Ratios measured in one run on one machine, so that its noise cancels out. Goals stand beside them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPrepared } from "../src/bootstrap.ts";
import { readConfig } from "../src/config.ts";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { benchContent } from "./content.ts";
import { measureInTurns, median, startBareServer } from "./load.ts";
import { headers, progress, report, reportGoals, token } from "./report.ts";
import { seedMembers, seedOrganizations } from "./seed.ts";

const memberCount = 100_000;
const organizationCount = 1000;
const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
const environment = {
  LECTERN_DATA_DIR: folder,
  LECTERN_ADMIN_TOKEN: token,
  LECTERN_RATE_LIMIT: "1000000000",
};

try {
  const { organizationId, organizations } = await seed();
  await benchStart();
  const server = await startServer(environment);
  await benchMemory(server);
  await benchRead(server, organizationId, organizations);
  await benchDeepPage(server, organizationId);
  const last = await benchContent(server, organizationId, environment);
  await last.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
reportGoals();

async function seed() {
  progress(`an organization with ${memberCount} members and ${organizationCount} others are made`);
  const { database } = await openPrepared(readConfig(environment));
  const { id } = await database.read.selectFrom("organizations").select("id").executeTakeFirstOrThrow();
  await seedMembers(database, id, memberCount);
  const organizations = await seedOrganizations(database, organizationCount);
  await database.close();
  return { organizationId: id, organizations };
}

async function benchStart(): Promise<void> {
  progress("starts are timed");
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const server = await startServer(environment);
    await fetch(`${server.url}/v1/orgs`, { headers });
    times.push(performance.now() - begun);
    await server.stop();
  }
  report("process start to first answer, ms", median(times), (value) => value < 1000, "below 1000");
}

async function benchMemory(server: ServerProcess): Promise<void> {
  await sleep(2000);
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8")) ?? [];
  report("resident memory at rest, MB", Number(kilobytes) / 1024, (value) => value < 120, "below 120");
}

async function benchRead(
  server: ServerProcess,
  organizationId: string,
  organizations: readonly { id: string; token: string }[],
): Promise<void> {
  progress("GET /v1/orgs/{id} is measured against a bare server");
  const path = `/v1/orgs/${organizationId}`;
  const response = await fetch(`${server.url}${path}`, { headers });
  const untouched = ["date", "connection", "keep-alive"];
  const sent = Object.fromEntries([...response.headers].filter(([name]) => !untouched.includes(name)));
  const bare = await startBareServer({ headers: sent, body: await response.text() });
  const one = [{ path, token }];
  const many = organizations.map((organization) => ({
    path: `/v1/orgs/${organization.id}`,
    token: organization.token,
  }));
  const [ours = 0, theirs = 0, spread = 0] = await measureInTurns([
    { url: server.url, requests: one },
    { url: bare.url, requests: one },
    { url: server.url, requests: many },
  ]);
  bare.stop();
  report("GET /v1/orgs/{id}, requests a second", ours);
  report("bare node:http with the same bytes, requests a second", theirs);
  report("ratio", ours / theirs, (value) => value >= 0.5, "0.5 or more");
  report(`the same over ${organizationCount} organizations and tokens, ratio`, spread / theirs);
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
  report("ratio of their times, 1,000th to first", first / deep, (value) => value <= 1.2, "1.2 or less");
}

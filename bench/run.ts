// Ratios measured in one run on one machine, so that its noise cancels out. Goals stand beside them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPrepared } from "../src/bootstrap.ts";
import { readConfig } from "../src/config.ts";
import { createSpace } from "../src/resources/spaces/create-space.ts";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { benchComments, seedComments } from "./comments.ts";
import { benchContent } from "./content.ts";
import { benchDocuments } from "./documents.ts";
import { benchImports } from "./imports.ts";
import { measureInTurns, median, startBareServer } from "./load.ts";
import { benchPdf } from "./pdf.ts";
import { headers, progress, report, reportGoals, token } from "./report.ts";
import { benchSearch } from "./search.ts";
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
  const { organizationId, spaceId, adminId, others } = await seed();
  await benchStart();
  const server = await startServer(environment);
  await benchMemory(server);
  const organizations = others.map((other) => ({ path: `/v1/orgs/${other.id}`, token: other.token }));
  await benchRead(server, "/v1/orgs/{id}", `/v1/orgs/${organizationId}`, organizations);
  const spaces = others.map((other) => ({ path: `/v1/spaces/${other.spaceId}`, token: other.token }));
  await benchRead(server, "/v1/spaces/{id}", `/v1/spaces/${spaceId}`, spaces);
  await benchDeepPage(server, organizationId);
  await benchComments(server, spaceId, adminId, folder);
  const last = await benchContent(server, organizationId, environment);
  await last.stop();
  await benchSearch();
  await benchImports();
  await benchPdf();
  benchDocuments();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
reportGoals();

async function seed() {
  progress(`an organization with ${memberCount} members and ${organizationCount} others are made`);
  const { database } = await openPrepared(readConfig(environment));
  const { id } = await database.read.selectFrom("organizations").select("id").executeTakeFirstOrThrow();
  await seedMembers(database, id, memberCount);
  const { user_id: userId } = await database.read
    .selectFrom("members")
    .where("role", "=", "admin")
    .select("user_id")
    .executeTakeFirstOrThrow();
  const by = { userId, now: new Date().toISOString() };
  const spaceId = await database.write((trx) =>
    createSpace(trx, { organizationId: id, parentId: null }, {}, by),
  );
  await seedComments(database, { organizationId: id, spaceId }, userId);
  const others = await seedOrganizations(database, organizationCount);
  await database.close();
  return { organizationId: id, spaceId, adminId: userId, others };
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

/** One object and many, against a bare server that sends the very bytes of the one. */
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
  report("bare node:http with the same bytes, requests a second", theirs);
  report("ratio", ours / theirs, (value) => value >= 0.5, "0.5 or more");
  report(`the same over ${many.length} of them and their callers, ratio`, spread / theirs);
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

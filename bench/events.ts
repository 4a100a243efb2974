import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Environment, readConfig } from "../src/config/config.ts";
import { EventRecorder } from "../src/insights/event-recorder.ts";
import { rollUpEvents } from "../src/insights/roll-up.ts";
import { openContext } from "../src/server/open-context.ts";
import type { DatabaseKind } from "../test/support/databases.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { firefox, iphone, siteEvent } from "../test/support/site-events.ts";
import { openBareCommits } from "./bare-commits.ts";
import { type BenchDatabase, withDatabase } from "./databases.ts";
import { measureInterleaved, median } from "./load.ts";
import { openBarePostgres } from "./postgres.ts";
import { progress, report } from "./report.ts";
import { call, withServer } from "./server.ts";

/** The number of events in a request, as clients collect them, and in one of those that collect more. */
const [batchSize, largeBatchSize] = [100, 500];
/** The number of different requests, so that the events are of many pages and visitors. */
const bodyCount = 20;
const rounds = 3;
const seconds = 2;
/** The connections of the load, and on PostgreSQL of the bare commits. */
const connections = 20;

/** The simulated days, each with its share of 10 million views in a year. */
const days = 2;
const viewsPerYear = 10_000_000;
const viewsPerDay = Math.round(viewsPerYear / 365);
const pageCount = 1_000;
/** How often the events of a day are added to its sums. */
const parts = 4;

/** Events of readers: how fast they are taken, and how much space a year of them needs. */
export function benchEvents(kind: DatabaseKind): Promise<void> {
  return withDatabase(kind, (database) =>
    withServer(database.environment, async (server) => {
      const site = await publishSite(server);
      await benchSize(database, site.id);
      await benchTaking(server, site, database);
    }),
  );
}

interface BenchSite {
  readonly id: string;
  /** The paths of the operation and of the resource that take events. */
  readonly operation: string;
  readonly beacon: string;
}

async function publishSite(server: ServerProcess): Promise<BenchSite> {
  const [organization] = (await call(server, "GET /orgs")).items;
  const space = await call(server, `POST /orgs/${organization.id}/spaces`, { title: "Handbook" });
  const changes = [{ operation: "insert_page", title: "Home", document: { markdown: "Hello." } }];
  await call(server, `POST /spaces/${space.id}/content`, { changes });
  const sites = `/orgs/${organization.id}/sites`;
  const { id } = await call(server, `POST ${sites}`, { title: "Handbook", spaces: [space.id] });
  await call(server, `POST ${sites}/${id}/publish`);
  const { urls } = await call(server, `PATCH ${sites}/${id}`, { visibility: "public" });
  const beacon = `${new URL(urls.published).pathname}/~lectern/events`;
  return { id, operation: `${sites}/${id}/insights/events`, beacon };
}

/** A view, a search or a click, by one of as many visitors as a third of the views of a day. Some pages are read more often. */
function view(i: number, timestamp?: string) {
  const page = Math.floor(pageCount * random() ** 3);
  const visitor = Math.floor((viewsPerDay / 3) * random());
  const session = {
    visitorId: `visitor-${visitor}-${timestamp?.slice(0, 10)}`,
    sessionId: `session-${visitor}-${timestamp?.slice(0, 10)}`,
    userAgent: visitor % 3 === 0 ? iphone : firefox,
    language: ["en-US", "en-GB", "de-DE", "fr-FR", "ja-JP"][visitor % 5],
    referrer: visitor % 2 === 0 ? null : `https://news-${visitor % 40}.example/item`,
  };
  const location = {
    url: `https://docs.example.com/chapter-${page % 20}/page-${page}`,
    page: `page-${page}`,
  };
  const common = { session, location, ...(timestamp !== undefined && { timestamp }) };
  // Of 20 events, one is a search and one a click.
  if (i % 20 === 0) return siteEvent("search_type_query", { ...common, query: `words ${page}` });
  if (i % 20 === 1) {
    const link = { target: { kind: "url", url: `https://example.com/${page % 50}` }, position: "content" };
    return siteEvent("link_click", { ...common, link });
  }
  return siteEvent("page_view", common);
}

/** The same numbers in every run. */
let seed = 1;
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

async function benchTaking(server: ServerProcess, site: BenchSite, database: BenchDatabase): Promise<void> {
  progress("taking events");
  const batchesOf = (size: number) => {
    const bodies = Array.from({ length: bodyCount }, () => ({
      events: Array.from({ length: size }, (_, i) => view(i)),
    }));
    const requests = bodies.map((body) => ({ path: `/v1${site.operation}`, body }));
    return { url: server.url, requests, connections };
  };
  const [batches, largeBatches] = [batchesOf(batchSize), batchesOf(largeBatchSize)];
  await call(server, `POST ${site.operation}`, batches.requests[0]?.body);
  const batch = await readBatch(database.environment);
  const texts = (JSON.parse(batch) as object[]).map((event) => JSON.stringify(event));
  const bare = await openBareCommits(database, connections);
  const headers = { "user-agent": firefox, "sec-fetch-site": "same-origin" };
  const event = { type: "page_view", referrer: "", search: "" };
  const beacons = { url: server.url, requests: [{ path: site.beacon, headers, body: event }] };
  const loads = [batches, largeBatches, beacons];
  const rates = { loads: loads.map((): number[] => []), rows: [] as number[], batches: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const measured = await measureInterleaved(loads, 1, seconds);
    for (const [i, rate] of measured.entries()) rates.loads[i]?.push(rate);
    // What storing events costs at least, and what the rows cost that the server writes.
    rates.rows.push((await bare.events(site.id, texts)) * batchSize);
    rates.batches.push((await bare.events(site.id, [batch])) * batchSize);
  }
  await bare.close();
  const [perRequest = 0, perLargeRequest = 0, perBeacon = 0] = rates.loads.map(median);
  const [taken, rows] = [perRequest * batchSize, median(rates.rows)];
  report(`events taken per second, ${batchSize} in a request`, taken);
  report(`… ${largeBatchSize} in a request`, perLargeRequest * largeBatchSize);
  report(`events in bare commits of ${batchSize} rows per second`, rows);
  report("events taken over bare commits in batches", taken / rows, { atLeast: 0.3 });
  // This is the speed of copying bytes: the server has parsed, checked and converted the events of such a row.
  report(`events in bare commits of a row with ${batchSize} per second`, median(rates.batches));
  report("events of pages taken per second, one in a request", perBeacon);
}

/** The JSON of the events of a request, as the server has stored it. */
async function readBatch(environment: Environment): Promise<string> {
  const context = await openContext(readConfig(environment));
  const query = context.database.read.selectFrom("site_event_batches").select("events").limit(1);
  const { events } = await query.executeTakeFirstOrThrow();
  await context.close();
  return events;
}

/** The space that the sums of some days need, with that of the database for them, and thereby those of a year. */
async function benchSize(database: BenchDatabase, siteId: string): Promise<void> {
  progress(`adding up ${days} days of ${viewsPerDay} views`);
  const before = await usedBytes(database);
  const context = await openContext(readConfig(database.environment));
  try {
    for (let day = 0; day < days; day++)
      for (let part = 0; part < parts; part++) {
        const time = Date.UTC(2030, 0, 1 + day, (24 / parts) * part);
        const clock = { time: () => time, now: () => new Date(time).toISOString() };
        const recorder = new EventRecorder({ ...context, clock });
        // Every tenth event is not a view.
        const count = Math.round(viewsPerDay / parts / 0.9);
        const events = Array.from({ length: count }, (_, i) => view(i, clock.now()));
        await recorder.commit(siteId, events);
        await rollUpEvents({ ...context, clock });
      }
  } finally {
    await context.close();
  }
  const perYear = (((await usedBytes(database)) - before) / days) * 365;
  report("MB of a year with 10 million views, searches and clicks", perYear / 1e6, { atMost: 500 });
}

/** The bytes of all pages of a database that are in use. */
async function usedBytes({ folder, postgres }: BenchDatabase): Promise<number> {
  if (postgres !== undefined) {
    const sql = openBarePostgres(postgres.url, 1);
    await sql`vacuum full`;
    const [row] = await sql`select pg_database_size(current_database())::text as bytes`;
    await sql.end();
    return Number(row?.bytes);
  }
  const database = new DatabaseSync(join(folder, "lectern.db"), { readOnly: true });
  const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  const bytes = (read("page_count") - read("freelist_count")) * read("page_size");
  database.close();
  return bytes;
}

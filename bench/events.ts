import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Environment, readConfig } from "../src/config/config.ts";
import { EventRecorder } from "../src/insights/event-recorder.ts";
import { rollUpEvents } from "../src/insights/roll-up.ts";
import { newId } from "../src/platform/ids.ts";
import { openContext } from "../src/server/open-context.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { firefox, iphone, siteEvent } from "../test/support/site-events.ts";
import { measureInterleaved, median } from "./load.ts";
import { progress, report } from "./report.ts";
import { call, settingsFor, withFolder, withServer } from "./server.ts";

/** The number of events in a request, as clients collect them, and in one of those that collect more. */
const [batchSize, largeBatchSize] = [100, 500];
/** The number of different requests, so that the events are of many pages and visitors. */
const bodyCount = 20;
const rounds = 3;
const seconds = 2;

/** The simulated days, each with its share of 10 million views in a year. */
const days = 2;
const viewsPerYear = 10_000_000;
const viewsPerDay = Math.round(viewsPerYear / 365);
const pageCount = 1_000;
/** How often the events of a day are added to its sums. */
const parts = 4;

/** Events of readers: how fast they are taken, and how much space a year of them needs. */
export function benchEvents(): Promise<void> {
  return withFolder(async (folder) => {
    const environment = settingsFor(folder);
    const file = join(folder, "lectern.db");
    await withServer(environment, async (server) => {
      const site = await publishSite(server);
      await benchSize(environment, site.id, file);
      await benchTaking(server, site, file);
    });
  });
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

async function benchTaking(server: ServerProcess, site: BenchSite, file: string): Promise<void> {
  progress("taking events");
  const batchesOf = (size: number) => {
    const bodies = Array.from({ length: bodyCount }, () => ({
      events: Array.from({ length: size }, (_, i) => view(i)),
    }));
    const requests = bodies.map((body) => ({ path: `/v1${site.operation}`, body }));
    return { url: server.url, requests };
  };
  const [batches, largeBatches] = [batchesOf(batchSize), batchesOf(largeBatchSize)];
  await call(server, `POST ${site.operation}`, batches.requests[0]?.body);
  const bare = new BareCommits(file);
  const headers = { "user-agent": firefox, "sec-fetch-site": "same-origin" };
  const event = { type: "page_view", referrer: "", search: "" };
  const beacons = { url: server.url, requests: [{ path: site.beacon, headers, body: event }] };
  const loads = [batches, largeBatches, beacons];
  const rates = { loads: loads.map((): number[] => []), rows: [] as number[], batches: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const measured = await measureInterleaved(loads, 1, seconds);
    for (const [i, rate] of measured.entries()) rates.loads[i]?.push(rate);
    rates.rows.push(bare.rowPerEvent());
    rates.batches.push(bare.rowPerBatch());
  }
  const [perRequest = 0, perLargeRequest = 0, perBeacon = 0] = rates.loads.map(median);
  const [taken, rows] = [perRequest * batchSize, median(rates.rows)];
  report(`events taken per second, ${batchSize} in a request`, taken);
  report(`… ${largeBatchSize} in a request`, perLargeRequest * largeBatchSize);
  report(`events in bare SQLite commits of ${batchSize} rows per second`, rows);
  report("events taken over bare commits in batches", taken / rows, { atLeast: 0.3 });
  // This is the speed of copying bytes: the server has parsed, checked and converted the events of such a row.
  report(`events in bare SQLite commits of a row with ${batchSize} per second`, median(rates.batches));
  report("events of pages taken per second, one in a request", perBeacon);
}

/** Bare transactions with the server's durability, in a copy of its database. Each adds the same events again. */
class BareCommits {
  readonly #file: string;
  readonly #siteId: string;
  /** The JSON of a batch. */
  readonly #batch: string;

  constructor(file: string) {
    this.#file = `${file}-copy`;
    const source = new DatabaseSync(file, { readOnly: true });
    source.prepare("vacuum into ?").run(this.#file);
    const row = source.prepare("select site_id, events from site_event_batches").get();
    source.close();
    [this.#siteId, this.#batch] = [String(row?.site_id), String(row?.events)];
  }

  /** Events per second with a row for each, in transactions of a batch: what storing events costs at least. */
  rowPerEvent(): number {
    const texts = (JSON.parse(this.#batch) as object[]).map((event) => JSON.stringify(event));
    return this.#measure(texts);
  }

  /** Events per second in the rows that the server writes, a batch in each. */
  rowPerBatch(): number {
    return this.#measure([this.#batch]);
  }

  #measure(texts: readonly string[]): number {
    const database = new DatabaseSync(this.#file);
    for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = on"])
      database.exec(`pragma ${pragma}`);
    const insert = database.prepare("insert into site_event_batches (id, site_id, events) values (?, ?, ?)");
    const startedAt = performance.now();
    let transactions = 0;
    for (; performance.now() - startedAt < seconds * 1000; transactions++) {
      database.exec("begin immediate");
      for (const text of texts) insert.run(newId(), this.#siteId, text);
      database.exec("commit");
    }
    database.close();
    return (transactions / seconds) * batchSize;
  }
}

/** The space that the sums of some days need, with that of the database for them, and thereby those of a year. */
async function benchSize(environment: Environment, siteId: string, file: string): Promise<void> {
  progress(`adding up ${days} days of ${viewsPerDay} views`);
  const before = usedBytes(file);
  const context = await openContext(readConfig(environment));
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
  const perYear = ((usedBytes(file) - before) / days) * 365;
  report("MB of a year with 10 million views, searches and clicks", perYear / 1e6, { atMost: 500 });
}

/** The bytes of all pages of a database that are in use. */
function usedBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  const bytes = (read("page_count") - read("freelist_count")) * read("page_size");
  database.close();
  return bytes;
}

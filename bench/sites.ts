import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { commitChanges, primaryContentTarget } from "../src/api/content/change-content.ts";
import { findSpaceForUser } from "../src/api/spaces/store.ts";
import { type Environment, readConfig } from "../src/config/config.ts";
import { requireFound } from "../src/platform/errors.ts";
import { openContext } from "../src/server/open-context.ts";
import type { DatabaseKind } from "../test/support/databases.ts";
import { processorTime, residentMemory } from "../test/support/processes.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { startBareServer } from "./bare.ts";
import { withDatabase } from "./databases.ts";
import { measureInterleaved, median } from "./load.ts";
import { progress, report } from "./report.ts";
import { call, waitUntilIndexed, withServer } from "./server.ts";

const smallPageCount = 100;
const largePageCount = 10_000;
const distinctPages = 1_000;
/** The number of pages whose first rendering is measured after a start: of the site of few pages, and of many. */
const longPageCounts = { few: 1_200, many: 200 };
/** The number of renderings after which the compiler has optimized the code. */
const warmUpCount = 1_000;

/** Published sites as readers open them: pages that were rendered before, first renderings, many pages, and memory. */
export function benchSites(kind: DatabaseKind): Promise<void> {
  return withDatabase(kind, ({ environment }) =>
    withServer(environment, async (server) => {
      progress(`publishing sites of ${smallPageCount} and ${largePageCount} pages`);
      const small = await publishSite(server, environment, smallPageCount, longPageCounts.few);
      const large = await publishSite(server, environment, largePageCount, longPageCounts.many);
      await benchFirst(server, small, large);
      await benchCached(server, small, large);
      await benchWalk(server, large);
    }),
  );
}

interface BenchSite {
  /** The paths of pages of 1 KB, and of 10 KB. */
  readonly pages: readonly string[];
  readonly longPages: readonly string[];
}

const sentence = "The server keeps every page as it was written, and finds it again by its place. ";

/** A page of about this many bytes: headings with text, links, code, a table and a list. */
function pageMarkdown(name: string, bytes: number): string {
  const parts: string[] = [];
  for (let length = 0, i = 1; length < bytes; i++) {
    const part = [
      `## Part ${i} of ${name}`,
      sentence.repeat(4),
      `See [another site](https://example.com/${i}) for **more** about \`thing-${i}\`.`,
      `\`\`\`js\nconst thing${i} = "${name}";\nconsole.log(thing${i});\n\`\`\``,
      "| Name | Value |\n| - | - |\n| first | 1 |\n| second | 2 |",
      "- one\n- two\n- three",
    ].join("\n\n");
    parts.push(part);
    length += part.length;
  }
  return parts.join("\n\n");
}

/** A page of a space, and the page above it. */
interface BenchPage {
  readonly name: string;
  readonly parent?: string;
  readonly bytes: number;
}

/** Publishes a site with pages of 1 KB, every tenth at the top level and the others below it, and with pages of 10 KB. */
export async function publishSite(
  server: ServerProcess,
  environment: Environment,
  count: number,
  longPageCount: number,
): Promise<BenchSite> {
  const [organization] = (await call(server, "GET /orgs")).items;
  const { id } = await call(server, `POST /orgs/${organization.id}/spaces`, { title: `${count} pages` });
  const pages = Array.from({ length: count }, (_, i): BenchPage => {
    const parent = i % 10 === 0 ? undefined : `page-${i - (i % 10)}`;
    return { name: `page-${i}`, bytes: 1_000, ...(parent !== undefined && { parent }) };
  });
  const longPages = Array.from({ length: longPageCount }, (_, i) => ({ name: `long-${i}`, bytes: 10_000 }));
  const { id: userId } = await call(server, "GET /user");
  await insertPages(environment, { spaceId: id, userId }, [...pages, ...longPages]);
  await waitUntilIndexed(server, id, `long-${longPageCount - 1}`);
  const sites = `/orgs/${organization.id}/sites`;
  const site = await call(server, `POST ${sites}`, { title: `Site of ${count} pages`, spaces: [id] });
  await call(server, `POST ${sites}/${site.id}/publish`);
  const { urls } = await call(server, `PATCH ${sites}/${site.id}`, { visibility: "public" });
  const { pathname } = new URL(urls.published);
  const urlOf = ({ name, parent }: BenchPage) => [pathname, parent, name].filter(Boolean).join("/");
  // The URL of the first page is that of the site.
  return { pages: pages.slice(1).map(urlOf), longPages: longPages.map(urlOf) };
}

/** Inserts pages as one revision, in this process: batches of the API take much longer. */
export async function insertPages(
  environment: Environment,
  { spaceId, userId }: { readonly spaceId: string; readonly userId: string },
  pages: readonly BenchPage[],
): Promise<void> {
  const changes = pages.map(({ name, parent, bytes }) => ({
    operation: "insert_page" as const,
    title: name,
    slug: name,
    ...(parent === undefined ? { ref: name } : { into: parent }),
    document: { markdown: pageMarkdown(name, bytes) },
  }));
  const context = await openContext(readConfig(environment));
  try {
    const space = requireFound(await findSpaceForUser(context.database.read, spaceId, userId), "Space");
    const author = {
      context,
      caller: { tokenId: "", kind: "api" as const, userId, email: "" },
      ifMatch: undefined,
    };
    await commitChanges(author, primaryContentTarget(context, space.row), { changes, uploads: [] });
  } finally {
    await context.close();
  }
}

/** The browser's request: brotli, and no token. */
const headers = { "accept-encoding": "br", accept: "text/html" };

async function open(server: ServerProcess, path: string) {
  const reply = await new Promise<import("node:http").IncomingMessage>((resolve, reject) =>
    request(server.url + path, { headers }, resolve)
      .on("error", reject)
      .end(),
  );
  const body = await buffer(reply);
  if (reply.statusCode !== 200) throw new Error(`GET ${path} got ${reply.statusCode}`);
  return { headers: reply.headers, body };
}

interface OpeningTimes {
  /** The processor time for each page in milliseconds, with the threads that compile and collect garbage. */
  readonly processor: number;
  /** The median time from a request to the end of its reply, in milliseconds. */
  readonly median: number;
}

async function timeOpening(server: ServerProcess, paths: readonly string[]): Promise<OpeningTimes> {
  const pid = server.process.pid ?? 0;
  const times: number[] = [];
  const before = processorTime(pid);
  for (const path of paths) {
    const start = performance.now();
    await open(server, path);
    times.push(performance.now() - start);
  }
  return { processor: (processorTime(pid) - before) / paths.length, median: median(times) };
}

async function benchFirst(server: ServerProcess, small: BenchSite, large: BenchSite): Promise<void> {
  progress("rendering pages of 10 KB for the first time");
  // After a start, much of the time is that of the compiler.
  const cold = await timeOpening(server, small.longPages.slice(0, 100));
  for (const path of small.longPages.slice(100, warmUpCount)) await open(server, path);
  const few = await timeOpening(server, small.longPages.slice(warmUpCount));
  const many = await timeOpening(server, large.longPages);
  const rendering = "first rendering of a 10 KB page";
  report(`${rendering}, ms of processor time, the first 100 after a start`, cold.processor);
  report(`… after ${warmUpCount} pages`, few.processor, { atMost: 5 });
  report(`… in a site of ${largePageCount} pages`, many.processor, { atMost: 5 });
  report("… over that in a site of few pages", many.processor / few.processor, { atMost: 1.5 });
  report(`${rendering}, ms from request to reply, median of the first 100 after a start`, cold.median);
  report(`… after ${warmUpCount} pages`, few.median, { atMost: 5 });
  report(`… in a site of ${largePageCount} pages`, many.median, { atMost: 5 });
}

async function benchCached(server: ServerProcess, small: BenchSite, large: BenchSite): Promise<void> {
  progress("measuring rendered pages against a bare server");
  const distinct = large.pages.slice(0, distinctPages);
  for (const path of [...distinct, ...small.pages]) await open(server, path);
  const sample = await open(server, distinct[1] ?? "");
  const addedByNode = ["date", "connection", "keep-alive", "transfer-encoding"];
  const kept = Object.entries(sample.headers).filter(([name]) => !addedByNode.includes(name));
  const bare = await startBareServer({ headers: Object.fromEntries(kept), body: sample.body });
  const loadOf = (paths: readonly string[], url = server.url) => ({
    url,
    requests: paths.map((path) => ({ path, headers })),
  });
  const [many = 0, bareRate = 0, few = 0] = await measureInterleaved([
    loadOf(distinct),
    loadOf(distinct.slice(0, 1), bare.url),
    loadOf(small.pages),
  ]);
  bare.stop();
  report(`rendered pages, ${distinctPages} of ${largePageCount}, requests/s`, many);
  report("… bare node:http with the same bytes, requests/s", bareRate);
  report("rendered pages over bare node:http", many / bareRate, { atLeast: 0.5 });
  report("time in a site of many pages over that of few", few / many, { atMost: 1.5 });
}

async function benchWalk(server: ServerProcess, large: BenchSite): Promise<void> {
  progress(`walking through ${largePageCount} pages`);
  const queue = [...large.pages];
  const walk = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) await open(server, path);
  };
  await Promise.all(Array.from({ length: 8 }, walk));
  const memory = residentMemory(server.process.pid ?? 0) / 1024;
  report(`resident memory after reading ${largePageCount} pages, MB`, memory, { atMost: 250 });
}

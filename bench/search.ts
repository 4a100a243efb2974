import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FastifyInstance } from "fastify";
import type { Context } from "../src/api/http/context.ts";
import { readConfig } from "../src/config/config.ts";
import { indexSpace } from "../src/search/index-space.ts";
import { createApp } from "../src/server/app.ts";
import { openMigratedDatabase } from "../src/server/bootstrap.ts";
import { openContext } from "../src/server/open-context.ts";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { call } from "./call.ts";
import { median } from "./load.ts";
import { headers, progress, report, token } from "./report.ts";

/** Pages of the two spaces. Each page has one section for its introduction and one for each heading. */
const sizes = [100, 9900];
const headings = 9;
const rounds = 15;
const editRounds = 15;

const vocabulary = 20_000;
const syllables =
  "ba be bi bo ca ce co cu da de di do fa fe ga ge ha he ka ke la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se si so ta te ti to va ve wa we".split(
    " ",
  );

/** A distinct word of two to four syllables. */
function wordOf(rank: number): string {
  // Words of similar rank should not share a prefix.
  let rest = (rank * 7919) % vocabulary;
  const parts: string[] = [];
  do {
    parts.push(syllables[rest % syllables.length] ?? "");
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0 || parts.length < 2);
  return parts.join("") + (rank % 3 === 0 ? "n" : "");
}

/** Generates text with a realistic word distribution: few frequent words, many rare ones. */
class Author {
  #seed = 7;

  words(count: number): string {
    return Array.from({ length: count }, () => this.#word()).join(" ");
  }

  #word(): string {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return wordOf(Math.floor((this.#seed / 2 ** 31) ** 4 * vocabulary));
  }

  page(title: string): object {
    const sections = Array.from(
      { length: headings },
      (_, i) => `## ${this.words(2)} ${i}\n\n${this.words(60)}.\n`,
    );
    const markdown = `${this.words(30)}.\n\n${sections.join("\n")}`;
    return { operation: "insert_page", title, document: { markdown } };
  }
}

/** Searching 100,000 sections, compared with the bare full-text query; indexing an edit. */
export async function benchSearch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-search-"));
  const environment = {
    LECTERN_DATA_DIR: folder,
    LECTERN_ADMIN_TOKEN: token,
    LECTERN_RATE_LIMIT: "0",
    LECTERN_LOG_LEVEL: "warn",
  };
  try {
    const organizationId = await fill(environment);
    const server = await startServer(environment);
    try {
      await benchQueries(server, organizationId, join(folder, "lectern.db"));
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes and indexes the pages without a server, so that no background job interferes. */
async function fill(environment: Record<string, string>): Promise<string> {
  const config = readConfig(environment);
  const { database } = await openMigratedDatabase(config);
  const context = await openContext(config, database);
  const app = await createApp(context);
  const { items } = (await send(app, "GET", "/orgs")) as { items: { id: string }[] };
  const organizationId = items[0]?.id ?? "";
  progress(`${sizes.join(" and ")} pages of ${headings + 1} sections: writing and indexing`);
  const spaces: { id: string; pages: string[] }[] = [];
  for (const size of sizes) spaces.push(await write(app, organizationId, size));
  const startedAt = performance.now();
  for (const { id } of spaces) await indexSpace(context, id);
  const sections = sizes.reduce((sum, size) => sum + size * (headings + 1), 0);
  report(`sections indexed per second, of ${sections}`, (1000 * sections) / (performance.now() - startedAt));
  await benchEdits(app, context, spaces);
  await context.database.write((trx) => trx.deleteFrom("jobs").execute());
  await app.close();
  await context.close();
  return organizationId;
}

async function write(app: FastifyInstance, organizationId: string, count: number) {
  const author = new Author();
  const { id } = (await send(app, "POST", `/orgs/${organizationId}/spaces`, {
    title: `${count} pages`,
    language: "en",
  })) as { id: string };
  const pages: string[] = [];
  while (pages.length < count) {
    const changes = Array.from({ length: Math.min(50, count - pages.length) }, (_, i) =>
      author.page(`Page ${pages.length + i} ${author.words(2)}`),
    );
    const made = (await send(app, "POST", `/spaces/${id}/content`, { changes })) as {
      changes: { page: { id: string } }[];
    };
    pages.push(...made.changes.map(({ page }) => page.id));
  }
  return { id, pages };
}

async function send(
  app: FastifyInstance,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<unknown> {
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(body && { payload: body }) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.body}`);
  return reply.json();
}

/** Indexing after an edit in a small and in a large space. */
async function benchEdits(
  app: FastifyInstance,
  context: Context,
  spaces: readonly { id: string; pages: readonly string[] }[],
): Promise<void> {
  const author = new Author();
  const times = spaces.map((): number[] => []);
  for (let round = 0; round < editRounds; round++) {
    for (const [i, { id, pages }] of spaces.entries()) {
      const page = pages[(round * 37) % pages.length];
      const document = { markdown: `## ${author.words(2)}\n\n${author.words(60)}\n` };
      await send(app, "POST", `/spaces/${id}/content`, {
        changes: [{ operation: "update_page", page, document }],
      });
      const startedAt = performance.now();
      await indexSpace(context, id);
      times[i]?.push(performance.now() - startedAt);
    }
  }
  const [few = 0, many = 0] = times.map(median);
  report(`indexing a one-page edit of ${sizes[0]} pages, ms`, few);
  report(`indexing a one-page edit of ${sizes[1]} pages, ms`, many);
  report("indexing an edit of many pages over one of few", many / few, { atMost: 3 });
}

/** Queries from very frequent to rare words, and the same for the bare index. */
const queries = [[5, 7], [40, 12], [2, 3, 4], [0, 400], [3], [35, 34], [900, 15], [5000]].map((ranks) => {
  const words = ranks.map(wordOf);
  return { typed: words.join(" "), match: `${words.map((word) => `"${word}"`).join(" AND ")}*` };
});

async function benchQueries(server: ServerProcess, organizationId: string, file: string): Promise<void> {
  progress("searching the sections");
  const database = new DatabaseSync(file, { readOnly: true });
  const bare = database.prepare(
    "select rowid, rank from search_index where search_index match ? order by rank limit 50",
  );
  const times: { ours: number; theirs: number }[] = [];
  for (const { typed, match } of queries) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      let startedAt = performance.now();
      await call(server, "GET", `/orgs/${organizationId}/search?query=${encodeURIComponent(typed)}`);
      ours.push(performance.now() - startedAt);
      startedAt = performance.now();
      bare.all(match);
      theirs.push(performance.now() - startedAt);
    }
    times.push({ ours: median(ours), theirs: median(theirs) });
    process.stderr.write(`  ${typed}: ${median(ours).toFixed(1)} ms, bare ${median(theirs).toFixed(1)} ms\n`);
  }
  database.close();
  const [ours, theirs] = [
    times.reduce((sum, each) => sum + each.ours, 0) / times.length,
    times.reduce((sum, each) => sum + each.theirs, 0) / times.length,
  ];
  report("search by HTTP, ms for each query", ours);
  report("bare full-text query, ms", theirs);
  report("search by HTTP over the bare query", ours / theirs, { atMost: 1.5 });
}

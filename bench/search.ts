import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FastifyInstance } from "fastify";
import type { Context } from "../src/api/http/context.ts";
import { type Environment, readConfig } from "../src/config/config.ts";
import { indexSpace } from "../src/search/index-space.ts";
import { createApp } from "../src/server/app.ts";
import { openMigratedDatabase } from "../src/server/bootstrap.ts";
import { openContext } from "../src/server/open-context.ts";
import type { DatabaseKind } from "../test/support/databases.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { type BenchDatabase, withDatabase } from "./databases.ts";
import { compareSpaces, median, timed } from "./load.ts";
import { openBarePostgres } from "./postgres.ts";
import { headers, progress, report } from "./report.ts";
import { type BenchSpace, call, withServer } from "./server.ts";

/** Pages of the two spaces. Each page has one section for its introduction and one for each heading. */
const sizes = [100, 9900] as const;
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
  let remaining = (rank * 7919) % vocabulary;
  const parts: string[] = [];
  do {
    parts.push(syllables[remaining % syllables.length] ?? "");
    remaining = Math.floor(remaining / syllables.length);
  } while (remaining > 0 || parts.length < 2);
  return parts.join("") + (rank % 3 === 0 ? "n" : "");
}

/** Generates text with a realistic word distribution: few frequent words, many rare ones. */
class TextGenerator {
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

/** Searching 100,000 sections, compared with the bare full-text query, also while typing in a site; indexing an edit. */
export function benchSearch(kind: DatabaseKind): Promise<void> {
  return withDatabase(kind, async (database) => {
    const { environment } = database;
    const organizationId = await createSpaces(environment);
    await withServer(environment, async (server) => {
      const bare = await benchQueries(server, organizationId, database);
      await benchTyping(server, organizationId, bare);
    });
  });
}

/** Writes and indexes the pages without a server, so that no background job interferes. */
async function createSpaces(environment: Environment): Promise<string> {
  const config = readConfig(environment);
  const { database } = await openMigratedDatabase(config);
  const context = await openContext(config, database);
  const app = await createApp(context);
  const organizationId: string = (await send(app, "GET", "/orgs")).items[0].id;
  progress(`${sizes.join(" and ")} pages of ${headings + 1} sections: writing and indexing`);
  const [smallSpace, largeSpace] = [
    await createSpace(app, organizationId, sizes[0]),
    await createSpace(app, organizationId, sizes[1]),
  ];
  const time = await timed(async () => {
    for (const { id } of [smallSpace, largeSpace]) await indexSpace(context, id);
  });
  const sections = (sizes[0] + sizes[1]) * (headings + 1);
  report(`sections indexed per second, of ${sections}`, (1000 * sections) / time);
  await benchEdits(app, context, [smallSpace, largeSpace]);
  await context.database.write((trx) => trx.deleteFrom("jobs").execute());
  await app.close();
  await context.close();
  return organizationId;
}

async function createSpace(app: FastifyInstance, organizationId: string, count: number): Promise<BenchSpace> {
  const generator = new TextGenerator();
  const fields = { title: `${count} pages`, language: "en" };
  const { id } = await send(app, "POST", `/orgs/${organizationId}/spaces`, fields);
  const pages: string[] = [];
  while (pages.length < count) {
    const changes = Array.from({ length: Math.min(50, count - pages.length) }, (_, i) =>
      generator.page(`Page ${pages.length + i} ${generator.words(2)}`),
    );
    const result = await send(app, "POST", `/spaces/${id}/content`, { changes });
    pages.push(...result.changes.map(({ page }: { page: { id: string } }) => page.id));
  }
  return { id, pages };
}

async function send(app: FastifyInstance, method: "GET" | "POST", path: string, body?: object) {
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(body && { payload: body }) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${path} returned ${reply.body}`);
  return reply.json();
}

/** Indexing after an edit in a small and in a large space. */
function benchEdits(
  app: FastifyInstance,
  context: Context,
  spaces: readonly [BenchSpace, BenchSpace],
): Promise<void> {
  const generator = new TextGenerator();
  return compareSpaces("indexing a one-page edit", spaces, editRounds, async ({ id, pages }, round) => {
    const page = pages[(round * 37) % pages.length];
    const document = { markdown: `## ${generator.words(2)}\n\n${generator.words(60)}\n` };
    const changes = [{ operation: "update_page", page, document }];
    await send(app, "POST", `/spaces/${id}/content`, { changes });
    return timed(() => indexSpace(context, id));
  });
}

/** Queries as words, from frequent to rare. The last word is a prefix. */
const queries = [[5, 7], [40, 12], [2, 3, 4], [0, 400], [3], [35, 34], [900, 15], [5000]].map((ranks) =>
  ranks.map(wordOf),
);

/** The full-text query of the database without Lectern. */
interface BareSearch {
  find(words: readonly string[]): unknown;
  close(): unknown;
}

function openBareSearch({ folder, postgres }: BenchDatabase): BareSearch {
  if (postgres === undefined) {
    const database = new DatabaseSync(join(folder, "lectern.db"), { readOnly: true });
    const query = database.prepare(
      "select rowid, rank from search_index where search_index match ? order by rank limit 50",
    );
    return {
      find: (words) => query.all(`${words.map((word) => `"${word}"`).join(" AND ")}*`),
      close: () => database.close(),
    };
  }
  const sql = openBarePostgres(postgres.url);
  const query = `select id, ts_rank(words, $1::tsquery) as rank from search_index where words @@ $1::tsquery
    order by rank desc limit 50`;
  return {
    find: (words) => sql.unsafe(query, [`${words.join(" & ")}:*`], { prepare: true }),
    close: () => sql.end(),
  };
}

/** Returns the milliseconds that a bare query takes. */
async function benchQueries(
  server: ServerProcess,
  organizationId: string,
  database: BenchDatabase,
): Promise<number> {
  progress("searching the sections");
  const bare = openBareSearch(database);
  const [overHttp, overSql]: [number[], number[]] = [[], []];
  for (const words of queries) {
    const [http, sql]: [number[], number[]] = [[], []];
    const text = words.join(" ");
    const search = `GET /orgs/${organizationId}/search?query=${encodeURIComponent(text)}`;
    for (let round = 0; round < rounds; round++) {
      http.push(await timed(() => call(server, search)));
      sql.push(await timed(() => bare.find(words)));
    }
    overHttp.push(median(http));
    overSql.push(median(sql));
    process.stderr.write(`  ${text}: ${median(http).toFixed(1)} ms, bare ${median(sql).toFixed(1)} ms\n`);
  }
  await bare.close();
  report("search by HTTP, ms for each query", mean(overHttp));
  report("bare full-text query, ms", mean(overSql));
  report("search by HTTP over the bare query", mean(overHttp) / mean(overSql), { atMost: 1.5 });
  return mean(overSql);
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

/** What a reader types one letter after the other, and the same words with one letter wrong. */
const typed = [900, 5000, 7000].map(wordOf).filter((word) => word.length >= 5);

/** Searching a site of all pages: each answer while a word is typed, and words with a mistake. */
async function benchTyping(server: ServerProcess, organizationId: string, bare: number): Promise<void> {
  progress("searching a site while typing");
  const { items } = await call(server, `GET /orgs/${organizationId}/spaces`);
  const spaces = items.filter(({ title }: { title: string }) => title.endsWith(" pages"));
  const body = { title: "Bench", spaces: spaces.map(({ id }: { id: string }) => id) };
  const { id } = await call(server, `POST /orgs/${organizationId}/sites`, body);
  const { urls } = await call(server, `POST /orgs/${organizationId}/sites/${id}/publish`);
  const timeOf = async (query: string) => {
    const times: number[] = [];
    const url = `${urls.published}/~lectern/search?scope=variants&q=${encodeURIComponent(query)}`;
    for (let round = 0; round < rounds; round++)
      times.push(
        await timed(async () => (await fetch(url, { headers: { accept: "application/json" } })).text()),
      );
    return median(times);
  };
  const [letters, mistyped]: [number[], number[]] = [[], []];
  for (const word of typed) {
    for (let length = 2; length <= word.length; length++) letters.push(await timeOf(word.slice(0, length)));
    mistyped.push(await timeOf(`${word.slice(0, 3)}x${word.slice(4)}`));
  }
  report("search while typing, ms for each answer", mean(letters), { atMost: 50 });
  report("the slowest answer while typing, ms", Math.max(...letters));
  report("search while typing over the bare query", mean(letters) / bare, { atMost: 2 });
  report("search for a mistyped word over an answer while typing", mean(mistyped) / mean(letters), {
    atMost: 2,
  });
}

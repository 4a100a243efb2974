import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { paragraphBlock } from "../test/support/blocks.ts";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { bareRate } from "./bare.ts";
import { compareSpaces, measureInterleaved, median, medianTime, timed } from "./load.ts";
import { openBarePostgres } from "./postgres.ts";
import { progress, report } from "./report.ts";
import type { SeededData } from "./seed.ts";
import { type BenchSpace, call } from "./server.ts";

const smallPageCount = 100;
const largePageCount = 10_000;
const fileCount = 1000;
const editRounds = 60;
/** Enough edits for several checkpoints of the database's log. */
const countedEdits = 1000;
const blockSaveRounds = 20;
const savesPerRound = 5;
const mergeRounds = 40;
const changedPages = 10;

/** Editing, copying and reading the content of a space, and its first read by a new process. */
export async function benchContent(server: ServerProcess, data: SeededData): Promise<void> {
  const { organizationId, environment } = data;
  progress(`writing spaces of ${smallPageCount} and ${largePageCount} pages`);
  const small = await makeSpace(server, organizationId, smallPageCount);
  const large = await makeSpace(server, organizationId, largePageCount);
  await addFiles(server, large);
  await benchEdits(server, data, small, large);
  await benchBlockSaves(server, small);
  await benchChanges(server, small, large);
  await benchDuplicate(server, large);
  await benchReads(server, large, data);
  await benchColdRead(large, environment);
}

async function makeSpace(server: ServerProcess, organizationId: string, count: number): Promise<BenchSpace> {
  const { id } = await call(server, `POST /orgs/${organizationId}/spaces`, { title: `${count} pages` });
  const pages: string[] = [];
  while (pages.length < count) {
    const changes = Array.from({ length: Math.min(50, count - pages.length) }, (_, i) => ({
      operation: "insert_page",
      title: `Page ${pages.length + i}`,
      // Every tenth page is at the top level, the others below it.
      ...(i % 10 === 0 ? { ref: `top-${i}` } : { into: `top-${i - (i % 10)}` }),
      document: { markdown: `# Page ${pages.length + i}\n\n${"Some words of text. ".repeat(20)}` },
    }));
    const { changes: applied } = await call(server, `POST /spaces/${id}/content`, { changes });
    pages.push(...applied.map(({ page }: { page: { id: string } }) => page.id));
  }
  return { id, pages };
}

async function addFiles(server: ServerProcess, { id }: BenchSpace): Promise<void> {
  for (let done = 0; done < fileCount; done += 20) {
    const files = Array.from({ length: 20 }, (_, i) => ({
      name: `file-${done + i}.txt`,
      contentType: "text/plain",
      base64: Buffer.from(`file ${done + i}`).toString("base64"),
    }));
    await call(server, `POST /spaces/${id}/content`, { changes: [{ operation: "insert_files", files }] });
  }
}

async function benchEdits(
  server: ServerProcess,
  data: SeededData,
  small: BenchSpace,
  large: BenchSpace,
): Promise<void> {
  progress("editing single pages");
  const edit = ({ id, pages }: BenchSpace, round: number) =>
    timed(() => setText(server, `/spaces/${id}`, [pageAt(pages, round * 37)], `# Edit ${round}\n\nText.`));
  await compareSpaces("one-page edit", [small, large], editRounds, edit);
  const counted = await openWriteCounter(server, data);
  const before = await counted.read();
  for (let round = 0; round < countedEdits; round++) await edit(large, editRounds + round);
  const after = await counted.read();
  await counted.close();
  report("… written for each, KB", (after - before) / countedEdits / 1024, { atMost: 60 });
}

/** The bytes that are written to disk for a server, and more: on SQLite also its responses, on PostgreSQL also of other jobs. */
async function openWriteCounter(server: ServerProcess, { postgres }: SeededData) {
  if (postgres === undefined) return { read: () => bytesWrittenBy(server), close: () => {} };
  const sql = openBarePostgres(postgres.url, 1);
  return {
    /** All that its processes have written: the log, and the tables and indexes, which the checkpoint completes. */
    read: async () => {
      await sql`checkpoint`;
      await sql`select pg_stat_force_next_flush()`;
      const [row] = await sql`select sum(write_bytes)::float8 as bytes from pg_stat_io`;
      return Number(row?.bytes);
    },
    close: () => sql.end(),
  };
}

/** Saves of one block in a page of 1,000 blocks as one types, compared with saves of the whole page as Markdown and as blocks. */
async function benchBlockSaves(server: ServerProcess, { id, pages }: BenchSpace): Promise<void> {
  progress("saving single blocks");
  const page = pageAt(pages, 1);
  const path = `/spaces/${id}/content`;
  const texts = Array.from(
    { length: 1000 },
    (_, i) => `Paragraph ${i} with **bold** text and a [link](https://x.example/${i}).`,
  );
  await setText(server, `/spaces/${id}`, [page], texts.join("\n\n"));
  const update = (document: object) =>
    call(server, `POST ${path}`, { changes: [{ operation: "update_page", page, document }] });
  const times = {
    first: [] as number[],
    next: [] as number[],
    blocks: [] as number[],
    markdown: [] as number[],
  };
  for (let round = 0; round < blockSaveRounds; round++) {
    const index = (round * 37) % 1000;
    const markdown = texts.with(index, `Round ${round}`).join("\n\n");
    times.markdown.push(await timed(() => update({ markdown })));
    const { document } = await call(server, `GET ${path}/page/${page}?format=document`);
    const nodes = document.nodes.with(index, paragraphBlock(`Round ${round} as blocks`));
    times.blocks.push(await timed(() => update({ document: { ...document, nodes } })));
    let { id: revision } = await call(server, `GET ${path}`);
    let key = (await call(server, `GET ${path}/page/${page}?format=document`)).document.nodes[index].key;
    for (let save = 0; save < savesPerRound; save++) {
      const blocks = [paragraphBlock(`Round ${round}${" and more".repeat(save)}`)];
      const changes = [{ operation: "replace_block", key, blocks }];
      const time = await timed(async () => {
        const reply = await call(server, `POST ${path}/page/${page}/blocks`, { revision, changes });
        [revision, key] = [reply.revision, reply.order[index]];
      });
      (save === 0 ? times.first : times.next).push(time);
    }
  }
  const { first, next, blocks, markdown } = times;
  report("save of one block among 1,000, ms", median(next));
  report("… as a part of the time of all blocks", median(next) / median(blocks), { atMost: 0.3 });
  report("… as a part of the time of the whole Markdown", median(next) / median(markdown));
  report(
    "… after another save of the page, as a part of the time of all blocks",
    median(first) / median(blocks),
  );
}

function pageAt(pages: readonly string[], index: number): string {
  return pages[index % pages.length] ?? "";
}

async function setText(
  server: ServerProcess,
  path: string,
  pages: readonly string[],
  markdown: string,
): Promise<void> {
  const changes = pages.map((page) => ({ operation: "update_page", page, document: { markdown } }));
  await call(server, `POST ${path}/content`, { changes });
}

/** Bytes passed to write calls: database, log and responses. */
function bytesWrittenBy(server: ServerProcess): number {
  const [, bytes] = /wchar: (\d+)/.exec(readFileSync(`/proc/${server.process.pid}/io`, "utf8")) ?? [];
  return Number(bytes);
}

async function benchChanges(server: ServerProcess, small: BenchSpace, large: BenchSpace): Promise<void> {
  progress("merging change requests");
  await compareSpaces("merge of one page, into a space", [small, large], mergeRounds, (space, round) =>
    measureMerge(server, space, round),
  );
  progress("reading the changes of a change request");
  const path = await openChangeRequest(server, large);
  const step = Math.floor(large.pages.length / changedPages);
  const changed = Array.from({ length: changedPages }, (_, i) => pageAt(large.pages, i * step));
  await setText(server, path, changed, "# Another text");
  const [diff = 0, page = 0] = await measureInterleaved([
    { url: server.url, requests: [{ path: `/v1${path}/changes` }] },
    { url: server.url, requests: changed.map((id) => ({ path: `/v1${path}/content/page/${id}` })) },
  ]);
  report(`changes of ${changedPages} pages of ${large.pages.length}, requests/s`, diff);
  report("pages of the change request, requests/s", page);
  report("… time of the changes over that of one page", page / diff, { atMost: 10 });
}

async function openChangeRequest(server: ServerProcess, { id }: BenchSpace): Promise<string> {
  const request = await call(server, `POST /spaces/${id}/change-requests`, {});
  return `/spaces/${id}/change-requests/${request.id}`;
}

/** Measures merging a change request of one page after another page of the space has changed. */
async function measureMerge(server: ServerProcess, space: BenchSpace, round: number): Promise<number> {
  const path = await openChangeRequest(server, space);
  await setText(server, path, [pageAt(space.pages, round * 37)], `# Merged ${round}`);
  await setText(server, `/spaces/${space.id}`, [pageAt(space.pages, round * 37 + 1)], `# Meanwhile ${round}`);
  return timed(async () => {
    const { result } = await call(server, `POST ${path}/merge`);
    if (result !== "merge") throw new Error(`the merge resulted in ${result}`);
  });
}

async function benchDuplicate(server: ServerProcess, { id }: BenchSpace): Promise<void> {
  const time = await medianTime(10, () => call(server, `POST /spaces/${id}/duplicate`));
  report(`copy of ${largePageCount} pages and ${fileCount} files, ms`, time);
}

async function benchReads(server: ServerProcess, { id, pages }: BenchSpace, data: SeededData): Promise<void> {
  progress("reading pages by id and by path");
  const sample = Array.from({ length: 500 }, (_, i) => pageAt(pages, i * 19));
  const paths = await Promise.all(
    sample.map(async (page) => (await call(server, `GET /spaces/${id}/content/page/${page}`)).path),
  );
  const requestsOf = (kind: string, keys: readonly string[]) => ({
    url: server.url,
    requests: keys.map((key) => ({ path: `/v1/spaces/${id}/content/${kind}/${key}` })),
  });
  const [byId = 0, byPath = 0] = await measureInterleaved([
    requestsOf("page", sample),
    requestsOf("path", paths),
  ]);
  const bare = await (data.postgres === undefined
    ? bareReadsOnSqlite(join(data.folder, "lectern.db"))
    : bareReadsOnPostgres(data.postgres.url));
  report("page by id, requests/s", byId);
  report("page by path, requests/s", byPath);
  report("bare reads of a node per second", bare);
  report("time of a page by id over that of a bare read", bare / byId);
  report("time of a page by path over that of a bare read", bare / byPath);
}

const bareClients = 20;

function bareReadsOnSqlite(file: string): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true });
  const keys = database.prepare("select repository_id, hash from nodes limit 1000").all();
  const find = database.prepare("select packed from nodes where repository_id = ? and hash = ?");
  return bareRate(1, (i) => {
    const { repository_id = "", hash = "" } = keys[i % keys.length] ?? {};
    find.get(repository_id, hash);
  }).finally(() => database.close());
}

async function bareReadsOnPostgres(url: string): Promise<number> {
  const sql = openBarePostgres(url);
  const keys = await sql`select repository_id, hash from nodes limit 1000`;
  const query = "select packed from nodes where repository_id = $1 and hash = $2";
  return bareRate(bareClients, (i) => {
    const { repository_id = "", hash = "" } = keys[i % keys.length] ?? {};
    return sql.unsafe(query, [repository_id, hash], { prepare: true });
  }).finally(() => sql.end());
}

async function benchColdRead({ id }: BenchSpace, environment: SeededData["environment"]): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const server = await startServer(environment);
    times.push(await timed(() => call(server, `GET /spaces/${id}/content`)));
    await server.stop();
  }
  report(`first read of ${largePageCount} pages by a cold process, ms`, median(times), { atMost: 1000 });
}

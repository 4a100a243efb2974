import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { type BenchSpace, call } from "./call.ts";
import { benchChangeRequests } from "./change-requests.ts";
import type { Installation } from "./installation.ts";
import { measureInterleaved, median } from "./load.ts";
import { progress, report, token } from "./report.ts";

const small = 100;
const large = 10_000;
const fileCount = 1000;
const editRounds = 60;
/** Enough edits for several checkpoints of the database's log. */
const countedEdits = 1000;

/** Editing, copying and reading the content of a space, also in a process that has just started. */
export async function benchContent(
  server: ServerProcess,
  { organizationId, environment, folder }: Installation,
): Promise<void> {
  progress(`writing spaces of ${small} and ${large} pages`);
  const few = await makeSpace(server, organizationId, small);
  const many = await makeSpace(server, organizationId, large);
  await addFiles(server, many);
  await benchEdits(server, few, many);
  await benchChangeRequests(server, few, many);
  await benchDuplicate(server, many);
  await benchReads(server, many, folder);
  await benchColdRead(many, environment);
}

async function makeSpace(server: ServerProcess, organizationId: string, count: number): Promise<BenchSpace> {
  const { id } = await call(server, "POST", `/orgs/${organizationId}/spaces`, { title: `${count} pages` });
  const pages: string[] = [];
  while (pages.length < count) {
    const changes = Array.from({ length: Math.min(50, count - pages.length) }, (_, i) => ({
      operation: "insert_page",
      title: `Page ${pages.length + i}`,
      // Every tenth page is at the top level, the others below it.
      ...(i % 10 === 0 ? { ref: `top-${i}` } : { into: `top-${i - (i % 10)}` }),
      document: { markdown: `# Page ${pages.length + i}\n\n${"Some words of text. ".repeat(20)}` },
    }));
    const { changes: made } = await call(server, "POST", `/spaces/${id}/content`, { changes });
    pages.push(...made.map(({ page }: { page: { id: string } }) => page.id));
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
    await call(server, "POST", `/spaces/${id}/content`, { changes: [{ operation: "insert_files", files }] });
  }
}

async function benchEdits(server: ServerProcess, few: BenchSpace, many: BenchSpace): Promise<void> {
  progress("editing single pages");
  const edit = async ({ id, pages }: BenchSpace, round: number): Promise<number> => {
    const page = pages[(round * 37) % pages.length];
    const changes = [
      { operation: "update_page", page, document: { markdown: `# Edit ${round}\n\nNew text.` } },
    ];
    const startedAt = performance.now();
    await call(server, "POST", `/spaces/${id}/content`, { changes });
    return performance.now() - startedAt;
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < editRounds; round++) {
    times[0].push(await edit(few, round));
    times[1].push(await edit(many, round));
  }
  const before = bytesWrittenBy(server);
  for (let round = 0; round < countedEdits; round++) await edit(many, editRounds + round);
  const bytes = (bytesWrittenBy(server) - before) / countedEdits;
  report(`one-page edit of ${small} pages, ms`, median(times[0]));
  report(`one-page edit of ${large} pages, ms`, median(times[1]));
  report("one-page edit of many pages over one of few", median(times[1]) / median(times[0]), { atMost: 3 });
  report("bytes written for it, KB, all that the process writes", bytes / 1024, { atMost: 100 });
}

/** Bytes passed to write calls: database, log and answers. */
function bytesWrittenBy(server: ServerProcess): number {
  const [, bytes] = /wchar: (\d+)/.exec(readFileSync(`/proc/${server.process.pid}/io`, "utf8")) ?? [];
  return Number(bytes);
}

async function benchDuplicate(server: ServerProcess, { id }: BenchSpace): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const startedAt = performance.now();
    await call(server, "POST", `/spaces/${id}/duplicate`);
    times.push(performance.now() - startedAt);
  }
  report(`copy of ${large} pages and ${fileCount} files, ms`, median(times));
}

async function benchReads(server: ServerProcess, { id, pages }: BenchSpace, folder: string): Promise<void> {
  progress("reading pages by id and by path");
  const some = Array.from({ length: 500 }, (_, i) => pages[(i * 19) % pages.length] ?? "");
  const paths = await Promise.all(
    some.map(async (page) => (await call(server, "GET", `/spaces/${id}/content/page/${page}`)).path),
  );
  const [byId = 0, byPath = 0] = await measureInterleaved([
    {
      url: server.url,
      requests: some.map((page) => ({ path: `/v1/spaces/${id}/content/page/${page}`, token })),
    },
    {
      url: server.url,
      requests: paths.map((path) => ({ path: `/v1/spaces/${id}/content/path/${path}`, token })),
    },
  ]);
  const bare = bareReads(join(folder, "lectern.db"));
  report("page by id, requests/s", byId);
  report("page by path, requests/s", byPath);
  report("bare SQLite reads of a node per second", bare);
  report("time of a page by id over that of a bare read", bare / byId);
  report("time of a page by path over that of a bare read", bare / byPath);
}

function bareReads(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const keys = database.prepare("select repository_id, hash from nodes limit 1000").all() as Record<
    string,
    string
  >[];
  const find = database.prepare("select packed from nodes where repository_id = ? and hash = ?");
  const startedAt = performance.now();
  let count = 0;
  for (; performance.now() - startedAt < 1000; count++) {
    const { repository_id = "", hash = "" } = keys[count % keys.length] ?? {};
    find.get(repository_id, hash);
  }
  database.close();
  return count;
}

/** The page tree, read by a process with empty caches. */
async function benchColdRead({ id }: BenchSpace, environment: Installation["environment"]): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const server = await startServer(environment);
    const startedAt = performance.now();
    await call(server, "GET", `/spaces/${id}/content`);
    times.push(performance.now() - startedAt);
    await server.stop();
  }
  report(`first read of ${large} pages by a cold process, ms`, median(times), { atMost: 1000 });
}

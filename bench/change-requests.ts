import type { ServerProcess } from "../test/support/server.ts";
import { type BenchSpace, call } from "./call.ts";
import { measureInterleaved, median } from "./load.ts";
import { progress, report, token } from "./report.ts";

const mergeRounds = 40;
const changedPages = 10;

/** Merging a change request and reading its changes. */
export async function benchChangeRequests(
  server: ServerProcess,
  few: BenchSpace,
  many: BenchSpace,
): Promise<void> {
  progress("merging change requests");
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < mergeRounds; round++) {
    times[0].push(await merge(server, few, round));
    times[1].push(await merge(server, many, round));
  }
  report(`merge of one page, into ${few.pages.length} pages, ms`, median(times[0]));
  report(`merge of one page, into ${many.pages.length} pages, ms`, median(times[1]));
  report("merge of one page, into many pages over into few", median(times[1]) / median(times[0]), {
    atMost: 3,
  });
  await benchDiff(server, many);
}

/** Merges a change request of one page, while another page has changed since it was opened. */
async function merge(server: ServerProcess, { id, pages }: BenchSpace, round: number): Promise<number> {
  const { id: request } = await call(server, "POST", `/spaces/${id}/change-requests`, {});
  const path = `/spaces/${id}/change-requests/${request}`;
  const at = (round * 37) % pages.length;
  await write(server, path, [pages[at] ?? ""], `# Merged ${round}`);
  await write(server, `/spaces/${id}`, [pages[(at + 1) % pages.length] ?? ""], `# Meanwhile ${round}`);
  const startedAt = performance.now();
  const { result } = await call(server, "POST", `${path}/merge`);
  const time = performance.now() - startedAt;
  if (result !== "merge") throw new Error(`the merge resulted in ${result}`);
  return time;
}

async function write(
  server: ServerProcess,
  path: string,
  pages: readonly string[],
  markdown: string,
): Promise<void> {
  const changes = pages.map((page) => ({ operation: "update_page", page, document: { markdown } }));
  await call(server, "POST", `${path}/content`, { changes });
}

async function benchDiff(server: ServerProcess, { id, pages }: BenchSpace): Promise<void> {
  progress("reading the changes of a change request");
  const { id: request } = await call(server, "POST", `/spaces/${id}/change-requests`, {});
  const path = `/spaces/${id}/change-requests/${request}`;
  const step = Math.floor(pages.length / changedPages);
  const changed = Array.from({ length: changedPages }, (_, i) => pages[i * step] ?? "");
  await write(server, path, changed, "# Another text");
  const [diff = 0, page = 0] = await measureInterleaved([
    { url: server.url, requests: [{ path: `/v1${path}/changes`, token }] },
    { url: server.url, requests: changed.map((one) => ({ path: `/v1${path}/content/page/${one}`, token })) },
  ]);
  report(`changes of ${changedPages} pages of ${pages.length}, requests/s`, diff);
  report("pages of the change request, requests/s", page);
  report("… time of the changes over that of one page", page / diff, { atMost: 10 });
}

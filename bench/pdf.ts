import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "../test/support/server.ts";
import { timed } from "./load.ts";
import { progress, report } from "./report.ts";
import { call, MemoryWatch, settingsFor, withFolder, withServer } from "./server.ts";

const pageCount = 300;
const corpus = join(import.meta.dirname, "../test/corpus");

/** Measures a PDF of a space: time, memory of the child processes that make it, and the time from the cache. */
export async function benchPdf(): Promise<void> {
  progress(`making a PDF of ${pageCount} pages`);
  await withFolder((folder) => withServer(settingsFor(folder), benchSpace));
}

async function benchSpace(server: ServerProcess): Promise<void> {
  const space = await writeSpace(server);
  // Indexing the new pages in the background is not measured.
  await sleep(5_000);
  const memory = new MemoryWatch(server.process.pid ?? 0, "children");
  const firstTime = await timed(() => call(server, `GET /spaces/${space}/pdf`));
  memory.end();
  const cachedTime = await timed(() => call(server, `GET /spaces/${space}/pdf`));
  report(`PDF of ${pageCount} pages, seconds`, firstTime / 1000, { atMost: 10 });
  if (memory.peak !== undefined)
    report("… peak memory of the child processes, MB", memory.peak, { atMost: 450 });
  report("… the same PDF from the cache, ms", cachedTime);
}

/** Fills a space with pages of the corpus, repeated as needed, in groups. */
async function writeSpace(server: ServerProcess): Promise<string> {
  const { items } = await call(server, "GET /orgs");
  const { id } = await call(server, `POST /orgs/${items[0].id}/spaces`, { title: "A book" });
  const files = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".md") && file.includes("/") && !file.startsWith("includes"),
  );
  for (let start = 0; start < pageCount; start += 20) {
    const group = { operation: "insert_page", type: "group", title: `Part ${start / 20 + 1}`, ref: "group" };
    const pages = Array.from({ length: 20 }, (_, i) => {
      const file = files[(start + i) % files.length] ?? "";
      const markdown = readFileSync(join(corpus, file), "utf8");
      return { operation: "insert_page", title: `Page ${start + i}`, into: "group", document: { markdown } };
    });
    await call(server, `POST /spaces/${id}/content`, { changes: [group, ...pages] });
  }
  return id;
}

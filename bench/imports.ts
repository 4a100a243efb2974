import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type ServerProcess } from "../test/support/server.ts";
import { sitePages, treeZip } from "./import-sources.ts";
import { timed } from "./load.ts";
import { progress, report } from "./report.ts";
import { call, MemoryWatch, settingsFor, waitUntilIndexed, withFolder, withServer } from "./server.ts";

const pageCount = 2000;
const imageCount = 200;

/** Measures imports: pages per second, memory of the server and its children, and the latency of other requests. */
export async function benchImports(): Promise<void> {
  const pages = sitePages(pageCount);
  const zip = treeZip(pageCount, imageCount);
  const site = createServer((request, response) => {
    const isZip = request.url === "/tree.zip";
    const body = isZip ? zip : pages.get(request.url ?? "");
    const type = isZip ? "application/zip" : "text/html; charset=utf-8";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  });
  const base = await listen(site);
  try {
    for (const [source, url, files] of [
      ["zip", `${base}/tree.zip`, imageCount],
      ["website", `${base}/docs/`, 0],
    ] as const) {
      progress(`importing ${pageCount} pages of a ${source}`);
      await withFolder((folder) =>
        withServer({ ...settingsFor(folder), LECTERN_ALLOW_PRIVATE_NETWORK: "true" }, (server) =>
          benchImport(server, { source, url }, pageCount + files),
        ),
      );
    }
  } finally {
    site.close();
  }
}

async function benchImport(
  server: ServerProcess,
  input: { readonly source: string; readonly url: string },
  expectedCount: number,
): Promise<void> {
  const { items } = await call(server, "GET /orgs");
  const space = await call(server, `POST /orgs/${items[0].id}/spaces`, { title: input.source });
  const memory = new MemoryWatch(server.process.pid ?? 0);
  const latency = new LatencyProbe(server);
  let seconds: number;
  try {
    const time = await timed(async () => {
      const { importedResources } = await call(server, `POST /spaces/${space.id}/content/import`, input);
      if (importedResources < expectedCount)
        throw new Error(`only ${importedResources} of ${expectedCount} resources were imported`);
    });
    seconds = time / 1000;
    // Memory and latency are measured until the pages are indexed.
    await waitUntilIndexed(server, space.id, `thing-${pageCount - 1}`);
  } finally {
    await latency.end();
    memory.end();
  }
  report(`${input.source} of ${pageCount} pages imported, pages/s`, pageCount / seconds);
  if (memory.peak !== undefined)
    report("… memory at its peak, server and children, MB", memory.peak, { atMost: 400 });
  report("… longest response time of other requests, ms", latency.longest);
}

/** Sends a small request in a loop and records the longest response time. */
class LatencyProbe {
  longest = 0;
  #stopped = false;
  readonly #loop: Promise<void>;

  constructor(server: ServerProcess) {
    this.#loop = this.#run(server);
  }

  async #run(server: ServerProcess): Promise<void> {
    while (!this.#stopped) {
      this.longest = Math.max(this.longest, await timed(() => call(server, "GET /user")));
      await sleep(5);
    }
  }

  end(): Promise<void> {
    this.#stopped = true;
    return this.#loop;
  }
}
